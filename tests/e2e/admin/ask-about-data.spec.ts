import { readFile } from 'node:fs/promises'
import { violationsInLightAndDark } from '#tests/e2e/support/axe.ts'
import { mailsSoFar } from '#tests/e2e/support/service.ts'
import { expect, phone, test } from '#tests/e2e/support/test.ts'
import { tooWide } from '#tests/e2e/support/too-wide.ts'
import { withAdminSession } from './publisher.ts'

test.use({ ...phone, expectedErrors: /status of 400/ })

/** The path of the link in the mail that somebody got, once it is there. */
async function linkTo(email: string): Promise<string> {
  let link = ''
  await expect(async () => {
    link =
      /\/privacy\/request\?id=[\w-]+&proof=[\w-]+/.exec((await mailsSoFar(email)).join())?.[0] ?? ''
    expect(link).not.toBe('')
  }).toPass({ timeout: 40_000 })
  return link
}

test('somebody asks about their data without script, and the owner exports, erases and answers', async ({
  page,
  browser,
}) => {
  const look = async (where: string) => {
    expect(await violationsInLightAndDark(page, where)).toEqual([])
    expect(await tooWide(page, where)).toEqual([])
    await page.setViewportSize(phone.viewport)
  }
  const email = `${crypto.randomUUID()}@guests.example`
  const words = `You have my name from the school. ${email.slice(0, 8)}`
  const plain = await browser.newContext({ ...phone, javaScriptEnabled: false })
  const guest = await plain.newPage()
  await guest.goto('/privacy')
  await guest.getByRole('link', { name: 'ask about your data here' }).click()
  await guest.getByLabel('In your words').fill(words)
  await guest.getByRole('textbox', { name: /^Email/ }).fill(email)
  await guest.getByRole('button', { name: 'Send the request' }).click()
  await expect(guest.getByText('Please choose what you ask for')).toBeVisible()
  await expect(guest.getByLabel('In your words')).toHaveValue(words)
  await guest.getByLabel('What you ask for').selectOption('See it')
  await guest.getByRole('button', { name: 'Send the request' }).press('Enter')
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Check your e-mail')
  await page.goto('/privacy/request?sent=1')
  await look('a request that was sent')
  await page.goto('/privacy/request')
  await look('the form')

  const link = await linkTo(email)
  await withAdminSession(page)
  await page.goto(link)
  await look('the page of the mailed link')
  await page.goto('/admin/data-requests')
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  const row = page.getByRole('listitem').filter({ hasText: words })
  await expect(row).toHaveCount(0)
  await guest.goto(link)
  await guest.getByRole('button', { name: 'Confirm my request' }).click()
  await expect(guest.getByRole('status')).toContainText('We answer by mail')
  await plain.close()

  await page.goto('/admin/data-requests')
  await expect(row).toContainText('30 days left')
  await look('the queue')
  const download = page.waitForEvent('download')
  await row.getByRole('button', { name: 'Export' }).click()
  const copy = JSON.parse(await readFile(await (await download).path(), 'utf8'))
  expect(copy).toMatchObject({ address: email, account: null, data_requests: [{ words }] })
  const dialog = page.getByRole('dialog')
  await row.getByRole('button', { name: 'Erase' }).click()
  await expect(dialog).toContainText('This cannot be undone')
  await look('the question')
  await dialog.getByRole('button', { name: 'Erase' }).click()
  await expect(row.getByRole('status')).toContainText('Published stories stay')
  await expect(row.getByRole('heading', { name: email })).toBeFocused()
  await row.getByRole('button', { name: 'Answer' }).click()
  await dialog.getByRole('button', { name: 'Send the answer' }).click()
  await expect(dialog).toContainText('Please write an answer')
  await dialog.getByLabel('Your answer').fill('Only this request, and nothing else.')
  await look('the answer')
  await dialog.getByRole('button', { name: 'Send the answer' }).click()
  await expect(row).toContainText('Answered')
  await expect(row).toContainText('Only this request, and nothing else.')
  await expect(async () =>
    expect((await mailsSoFar(email)).join()).toContain('Only this request, and nothing else.'),
  ).toPass({ timeout: 40_000 })
})
