import { aSubmission } from '#tests/submissions.ts'
import { violationsInLightAndDark } from '../axe.ts'
import { signedIn } from '../readers.ts'
import { expect, phone, test } from '../test.ts'
import { tooWide } from '../too-wide.ts'
import { theToken } from './publisher.ts'

// Among the publisher's, because the story is published: the other readers' tests go by the stories that are there.
test.use(phone)

test('a contributor sees the stats of their own stories', async ({ page, request }) => {
  await signedIn(page)
  const { id } = await (await page.request.post('/api/stories', { data: aSubmission })).json()
  const figures = page.getByRole('region', { name: 'How my stories are read' })
  await page.goto('/account')
  await expect(page.getByRole('region', { name: 'My submissions' })).toBeVisible()
  await expect(figures).toHaveCount(0)

  const headers = { Authorization: `Bearer ${await theToken(request)}` }
  const found = await (await request.get(`/api/admin/stories/${id}`, { headers })).json()
  const published = await request.patch(`/api/admin/stories/${id}`, {
    headers,
    data: { isPublished: true, revision: found.revision },
  })
  expect(published.status()).toBe(200)
  expect((await request.post(`/api/stories/${id}/view`)).status()).toBe(200)
  await page.goto('/account')
  await expect(figures.getByRole('link', { name: aSubmission.title })).toBeVisible()
  await expect(figures.getByRole('term')).toHaveText([
    'Reads',
    'To the end',
    'Minutes',
    'Views ever',
    'Likes',
    'Shares',
  ])
  await expect(figures.getByRole('definition').nth(3)).toHaveText('1')
  expect(await violationsInLightAndDark(page, 'a contributor’s figures')).toEqual([])
  expect(await tooWide(page, 'a contributor’s figures')).toEqual([])
})
