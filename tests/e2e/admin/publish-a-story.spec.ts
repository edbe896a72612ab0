import { aDraft } from '#tests/drafts.ts'
import { violationsInLightAndDark } from '../axe.ts'
import { desktop, expect, phone, test } from '../test.ts'
import { tooWide } from '../too-wide.ts'
import { aWrittenStory, saveDraft } from './drafts.ts'
import { isKept, openEditor, textOf } from './editor.ts'
import { aSubscriber } from './letters.ts'
import { withAdminSession } from './publisher.ts'

test.describe.configure({ timeout: 120_000 })
// Of a time that is over, and of a story that was undone.
test.use({ expectedErrors: /status of (400|404)/ })

const sheetOf = (page: import('playwright/test').Page) => page.getByRole('dialog')

async function aWholeDraft(admin: Awaited<ReturnType<typeof withAdminSession>>, fields = {}) {
  const id = crypto.randomUUID()
  const title = `The lamp that a whole street shares ${id.slice(0, 8)}`
  await saveDraft(admin, id, 0, { title, ...fields })
  return { id, title }
}

for (const [device, size] of Object.entries({ phone, desktop })) {
  test(`a publisher on a ${device} reads what publishing does, publishes, copies the link and undoes it`, async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({
      ...size,
      ...(baseURL && { baseURL }),
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const page = await context.newPage()
    const { id, title } = await aWholeDraft(await withAdminSession(page))
    await openEditor(page, `/admin/stories/${id}/edit`)
    // Wherever the caret is.
    await page.keyboard.press('Control+Enter')
    const sheet = sheetOf(page)
    await expect(sheet).toContainText('Now. Front page within 10 seconds')
    await expect(sheet).toContainText('Author, Halima SuleIs not mailed')
    await expect(sheet.getByAltText('What is shown beside the link')).toBeVisible()
    await expect(sheet).toContainText(`/story/${id}`)
    await expect(sheet.getByText(/^Picture: \d+ KB$/)).toBeVisible()
    expect(await tooWide(page, 'the publish sheet')).toEqual([])
    expect(await violationsInLightAndDark(page, 'the publish sheet')).toEqual([])
    if (device === 'desktop') {
      expect(await sheet.evaluate(({ clientWidth }) => clientWidth)).toBe(560)
    }
    await sheet.getByRole('button', { name: 'Publish now' }).click()
    await expect(page.getByRole('dialog', { name: 'Published' })).toBeVisible()
    const share = sheet.getByRole('link', { name: 'Share on WhatsApp' })
    await expect(share).toBeFocused()
    const text = new URL((await share.getAttribute('href')) ?? '').searchParams.get('text')
    expect(text).toMatch(new RegExp(`^${title} https?://.+/story/${id}\\?from=whatsapp$`))
    await sheet.getByRole('button', { name: 'Copy link' }).click()
    await expect(sheet.getByText('Link copied.')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`/story/${id}`)
    expect(await violationsInLightAndDark(page, 'the published sheet')).toEqual([])
    // On a busy machine its time may be over.
    await sheet.getByRole('button', { name: /^(Undo|Unpublish)$/ }).click()
    await expect(sheet).toHaveCount(0)
    expect((await page.request.get(`/api/stories/${id}`)).status()).toBe(404)
    await context.close()
  })
}

test('what a story lacks is a way to its field', async ({ page }) => {
  const { id } = await aWholeDraft(await withAdminSession(page), { summary: '', content: 'Short.' })
  await openEditor(page, `/admin/stories/${id}/edit`)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const sheet = sheetOf(page)
  await expect(sheet).toContainText('No picture: one is drawn from the title')
  await sheet.getByRole('button', { name: 'Summary must be at least 50 characters' }).click()
  await expect(sheet).toHaveCount(0)
  await expect(page.getByLabel('Summary')).toBeFocused()
  // Everything is marked at once, and no longer than it is wrong.
  await expect(page.getByText('Text must be at least 100 characters')).toBeVisible()
  await expect(page.getByText('Please fix 2 fields')).toBeVisible()
  await page.getByLabel('Summary').fill(aDraft().summary)
  await expect(page.getByText('Summary must be at least 50 characters')).toHaveCount(0)
  await expect(page.getByText('Please fix 1 field')).toBeVisible()
  await isKept(page)
  await page.keyboard.press('Control+Enter')
  // Nothing is published that lacks something.
  await sheet.getByRole('button', { name: 'Show what is missing' }).click()
  // In the rich editor, too.
  await expect(textOf(page)).toBeFocused()
  await expect(page.getByText('Text must be at least 100 characters')).toBeInViewport()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' It grows by a sentence that everybody knows.'.repeat(3))
  await page.keyboard.press('Control+Enter')
  await expect(sheet.getByRole('button', { name: 'Publish now' })).toBeVisible()
})

test('an update is taken back where it is told', async ({ page }) => {
  const { id } = await aWrittenStory(await withAdminSession(page), `The kiosk ${Date.now()}`)
  const summaryOf = async () =>
    (await (await page.request.get(`/api/stories/${id}`)).json()).summary
  const before = await summaryOf()
  await openEditor(page, `/admin/stories/${id}/edit`)
  await page.getByLabel('Summary').fill(`${aDraft().summary} Or so it seems.`)
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect(page.getByText('Updated. Readers see it within seconds.')).toBeVisible()
  expect(await summaryOf()).toMatch(/Or so it seems\.$/)
  await page.getByRole('button', { name: 'Undo update' }).click()
  await expect(page.getByText('Unpublished changes', { exact: true })).toBeVisible()
  expect(await summaryOf()).toBe(before)
})

test('a scheduled story says its time in words, and can be taken off again', async ({ page }) => {
  const { id } = await aWholeDraft(await withAdminSession(page))
  await openEditor(page, `/admin/stories/${id}/edit`)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const sheet = sheetOf(page)
  await sheet.getByText('Schedule', { exact: true }).first().click()
  await sheet.getByText('Now', { exact: true }).click()
  await expect(sheet.getByRole('button', { name: 'Publish now' })).toBeVisible()
  await sheet.getByText('Schedule', { exact: true }).first().click()
  // The next morning is offered.
  await expect(sheet.getByText(/, 07:00, in \d+ (hours|day|days)$/)).toBeVisible()
  await sheet.getByLabel(/^Publishes/).fill('2001-01-01T10:00')
  await sheet.getByRole('button', { name: 'Schedule' }).click()
  await expect(sheet.getByText('Please choose a time that is still to come')).toBeVisible()
  await sheet.getByLabel(/^Publishes/).fill('2099-05-01T14:30')
  await expect(sheet.getByText('Friday 1 May 2099, 14:30').first()).toBeVisible()
  await sheet.getByRole('button', { name: 'Schedule' }).click()
  await expect(page.getByRole('dialog', { name: 'Scheduled' })).toContainText(
    'Friday 1 May 2099, 14:30',
  )
  await sheet.getByRole('button', { name: 'Undo' }).click()
  await expect(sheet).toHaveCount(0)
  await expect(page.locator('.toast')).toContainText('Undone')
})

test('a newsletter about a story begins with its card', async ({ page }) => {
  const admin = await withAdminSession(page)
  await aSubscriber()
  const { id, title } = await aWholeDraft(admin)
  await openEditor(page, `/admin/stories/${id}/edit`)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const sheet = sheetOf(page)
  await sheet.getByRole('button', { name: 'Change' }).click()
  await sheet.getByLabel(/Also write a newsletter about it, to [\d,]+ subscriber/).check()
  await expect(sheet).toContainText(/A newsletter to [\d,]+ subscribers?, written next/)
  await sheet.getByRole('button', { name: 'Publish now' }).click()
  await sheet.getByRole('button', { name: 'Write the newsletter' }).click()
  await expect(page).toHaveURL(/\/admin\/letters\/.+\/edit$/)
  await expect(page.getByLabel('Subject', { exact: false }).first()).toHaveValue(title)
})
