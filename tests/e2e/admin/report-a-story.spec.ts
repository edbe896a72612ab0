import { violationsInLightAndDark } from '#tests/e2e/support/axe.ts'
import { storiesOf } from '#tests/e2e/support/content.ts'
import { expect, phone, test } from '#tests/e2e/support/test.ts'
import { tooWide } from '#tests/e2e/support/too-wide.ts'
import { withAdminSession } from './publisher.ts'

test.use({ ...phone, expectedErrors: /status of 400/ })

test('a reader reports a story without script, the publisher keeps it and takes that back, and notes down a notice', async ({
  page,
  browser,
}) => {
  const look = async (where: string) => {
    expect(await violationsInLightAndDark(page, where)).toEqual([])
    expect(await tooWide(page, where)).toEqual([])
    await page.setViewportSize(phone.viewport)
  }
  const story = (await storiesOf(page.request)).at(-1)
  const title = story?.title ?? ''
  const words = `She is 19, not 18. ${crypto.randomUUID().slice(0, 8)}`
  const plain = await browser.newContext({ ...phone, javaScriptEnabled: false })
  const reader = await plain.newPage()
  await reader.goto(`/story/${story?.id}`)
  await reader.getByRole('link', { name: 'Report this story' }).click()
  await reader.getByLabel('In your words').fill(words)
  await reader.getByRole('button', { name: 'Send the report' }).click()
  await expect(reader.getByText('Please choose what is wrong')).toBeVisible()
  await expect(reader.getByLabel('In your words')).toHaveValue(words)
  await reader.getByRole('radio', { name: 'Something in it is wrong' }).check()
  await reader.getByRole('button', { name: 'Send the report' }).press('Enter')
  await expect(reader.getByRole('status')).toContainText('within 24 hours')
  await plain.close()

  await withAdminSession(page)
  await page.goto('/admin/reports')
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading'), hasText: words })
  await expect(row).toContainText('hours left')
  await look('the reports')
  await row.getByRole('button', { name: 'Keep' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Keep' }).click()
  await expect(dialog).toContainText('Please say why')
  await dialog.getByLabel('Your reason').fill('Her birthday was in May.')
  await dialog.getByRole('button', { name: 'Keep' }).click()
  await expect(row).toContainText('Her birthday was in May.')
  await expect(row.getByRole('heading', { name: title })).toBeFocused()
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
  await expect(row).toContainText('To decide')

  await page.getByRole('button', { name: 'A notice came' }).click()
  await dialog.getByLabel('Address of the page').fill('/about')
  await dialog.getByRole('textbox', { name: 'Authority' }).fill('The board of the city')
  const paper = { name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') }
  await dialog.getByLabel('Its paper').setInputFiles(paper)
  await dialog.getByRole('button', { name: 'Note it down' }).click()
  await expect(dialog).toContainText('Please paste the address of a story')
  await look('the notice')
  await dialog.getByLabel('Address of the page').fill(`/story/${story?.id}`)
  await dialog.getByRole('button', { name: 'Note it down' }).click()
  const notice = page.getByRole('listitem').filter({ hasText: 'The board of the city' })
  const downloaded = page.waitForEvent('download')
  await notice.getByRole('button', { name: 'Its paper' }).click()
  expect((await downloaded).suggestedFilename()).toBe('notice.pdf')
  await page.goto('/standards')
  await expect(page.getByText(/\d+: \d+ notices?\./)).toBeVisible()
})
