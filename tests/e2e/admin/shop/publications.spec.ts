import { randomUUID } from 'node:crypto'
import { violationsInLightAndDark } from '#tests/e2e/support/axe.ts'
import { releaseMs } from '#tests/e2e/support/service.ts'
import { expect, phone, test } from '#tests/e2e/support/test.ts'
import { tooWide } from '#tests/e2e/support/too-wide.ts'
import { aPdf, aPdfOf } from '#tests/shop/pdfs.ts'
import { withAdminSession } from '../publisher.ts'

test.describe.configure({ timeout: 90_000 })
test.use({ ...phone, contextOptions: { reducedMotion: 'reduce' } })

const lines = Array.from({ length: 12 }, (_, at) => `Line ${at} says how one reads before an exam.`)

test('an editor adds a fifth publication on a phone, and readers find it behind the first four', async ({
  page,
}) => {
  const title = `Exam Season ${randomUUID().slice(0, 8)}`
  const admin = await withAdminSession(page)
  await page.goto('/admin/publications')
  await page.getByRole('link', { name: 'Add publication' }).click()
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Sentence').fill('How to sleep, eat and read before an exam.')
  await page.getByLabel('Author').fill('Ada Obi')
  await page.getByLabel('Category').fill('Magazine')
  await page.getByRole('button', { name: 'Add publication' }).click()
  await page
    .getByLabel('Choose the PDF or drop it here')
    .setInputFiles({ name: 'exam.pdf', mimeType: 'application/pdf', buffer: aPdfOf([lines]) })
  await expect(page.getByLabel('Text')).toHaveValue(/Line 3 says/)
  expect(await tooWide(page, page.url())).toEqual([])
  expect(await violationsInLightAndDark(page, 'the form')).toEqual([])
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Retire', exact: true })).toBeVisible()
  const id = new URL(page.url()).searchParams.get('publication') ?? ''
  await expect
    .poll(async () => (await page.request.get('/publications')).text(), { timeout: releaseMs })
    .toContain(title)

  await page.goto('/')
  const landing = page.getByRole('region', { name: 'Read Our Publications' })
  await expect(landing.getByRole('listitem')).toHaveCount(4)
  await landing.getByRole('link', { name: 'All publications' }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  expect(await tooWide(page, '/publications')).toEqual([])
  expect(await violationsInLightAndDark(page, 'all')).toEqual([])
  await page.getByRole('link', { name: new RegExp(`^Read as text\\s*: ${title}$`) }).click()
  await expect(page.getByText('Line 3 says')).toBeVisible()
  expect(await violationsInLightAndDark(page, 'one')).toEqual([])

  // The landing page of the others has four again.
  await admin.ask('PATCH', `/admin/publications/${id}/state`, { state: 'retired' })
  await admin.ask('DELETE', `/admin/publications/${id}`)
  await expect
    .poll(async () => (await page.request.get('/')).text(), { timeout: releaseMs })
    .not.toContain('All publications')
})

test.describe('where the connection breaks off', () => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ })

  test('a large PDF goes on where it was, and is read as a whole', async ({ page }) => {
    const admin = await withAdminSession(page)
    const { id } = await admin.ask('POST', '/admin/publications', {
      title: `Long Season ${randomUUID().slice(0, 8)}`,
      description: 'How to sleep, eat and read before an exam.',
      author: 'Ada Obi',
      category: 'Magazine',
    })
    const sent: string[] = []
    let isBroken = true
    await page.route('**/api/admin/file-parts/*?at=*', (route) => {
      const at = new URL(route.request().url()).searchParams.get('at') ?? ''
      if (isBroken && at !== '0') return route.abort('internetdisconnected')
      sent.push(at)
      return route.continue()
    })
    await page.goto(`/admin/publications?publication=${id}`)
    const choose = page.getByLabel('Choose the PDF or drop it here')
    await choose.setInputFiles({
      name: 'long.pdf',
      mimeType: 'application/pdf',
      buffer: aPdf(2, { padding: 2.5 * 1024 * 1024 }),
    })
    await expect(choose).toHaveAccessibleDescription(/it goes on where it was/)
    expect(await violationsInLightAndDark(page, 'an upload that broke off')).toEqual([])
    isBroken = false
    await page.getByRole('button', { name: 'Try again' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Look at the PDF' })).toBeVisible()
    expect(sent).toEqual(['0', `${1024 * 1024}`, `${2 * 1024 * 1024}`])
    await admin.ask('DELETE', `/admin/publications/${id}`)
  })
})
