import { violationsInLightAndDark } from '../support/axe.ts'
import { storiesOf } from '../support/content.ts'
import { inDatabase } from '../support/service.ts'
import { expect, phone, test } from '../support/test.ts'

test.use({ ...phone, expectedErrors: /status of 400/ })

test('an author is followed on the device alone, with a dot until what is new was seen, and by mail without script', async ({
  page,
  browser,
}) => {
  const author = await inDatabase(async (sql) => {
    const [one] = await sql<{ slug: string; name: string; key: string }[]>`
      select slug, name, 'author:' || author_id as key from authors
      where is_public and author_id in (select author_id from stories where is_published) limit 1`
    return one
  })
  const { slug = '', name = '', key = '' } = author ?? {}
  const newest = (await storiesOf(page.request)).find((story) => story.authorName === name)

  await page.goto(`/author/${slug}`)
  await page.getByRole('link', { name: `Follow ${name}` }).click()
  await page.getByRole('button', { name: 'Follow on this phone alone' }).click()
  await expect(page.getByRole('status')).toContainText(`This phone follows ${name}.`)
  expect(await violationsInLightAndDark(page, 'following')).toEqual([])

  // As if the newest story had come since.
  await page.evaluate((key) => {
    const follows = JSON.parse(localStorage['ascend.follows'])
    follows[key].seen = '2020-01-01T00:00:00.000Z'
    localStorage['ascend.follows'] = JSON.stringify(follows)
  }, key)
  await page.goto('/account')
  const row = page.getByRole('listitem').filter({ hasText: name })
  await expect(row).toContainText('New')
  await row.getByRole('link', { name: /^New:/ }).click()
  await expect(page).toHaveURL(/\/story\//)
  await expect(page.locator('main').getByRole('link', { name: `${name} New` })).toBeVisible()
  await page.goto('/account')
  await expect(row).toBeVisible()
  await expect(row).not.toContainText('New')
  await row.getByRole('button', { name: `Stop following ${name}` }).click()
  await expect(row).toHaveCount(0)
  expect(await page.evaluate(() => localStorage['ascend.follows'])).toBeUndefined()

  const plain = await browser.newContext({ ...phone, javaScriptEnabled: false })
  const reader = await plain.newPage()
  await reader.goto(`/story/${newest?.id}`)
  await reader.getByRole('link', { name: `Follow ${name}` }).click()
  await reader.getByRole('button', { name: 'Follow by mail' }).click()
  await expect(reader.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  await reader.getByLabel('Email').fill(`${crypto.randomUUID()}@readers.example`)
  await reader.getByRole('button', { name: 'Follow by mail' }).click()
  await expect(reader.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible()
  await plain.close()
})
