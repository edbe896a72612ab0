import type { Page } from 'playwright/test'
import { desktop, expect, phone, test } from '#tests/e2e/support/test.ts'
import { aDraft } from '#tests/magazine/drafts.ts'
import { aSubscriber } from '../newsletter/issues.ts'
import { withAdminSession } from '../publisher.ts'
import { aWrittenStory } from './drafts.ts'
import { openDraft, openEditor, openSettings } from './editor.ts'

test.describe.configure({ timeout: 120_000 })
// The errors of a time that is over, and of a story that was undone.
test.use({ expectedErrors: /status of (400|404)/ })

const aTitle = () => `The lamp that a whole street shares ${crypto.randomUUID().slice(0, 8)}`
const statusOf = async (page: Page, id: string) =>
  (await page.request.get(`/api/stories/${id}`)).status()

test.describe('on a laptop', () => {
  test.use({ ...desktop, permissions: ['clipboard-read', 'clipboard-write'] })

  test('a publisher reads what publishing does, publishes, copies the link, undoes it, and writes a newsletter about it', async ({
    page,
  }) => {
    await aSubscriber()
    const title = aTitle()
    const { id } = await openDraft(page, { title })
    const sheet = page.getByRole('dialog')
    const publishNow = sheet.getByRole('button', { name: 'Publish now' })
    // Wherever the caret is.
    await page.keyboard.press('Control+Enter')
    await expect(sheet).toContainText('Now. Front page within 10 seconds')
    await expect(sheet).toContainText('Author, Halima SuleIs not mailed')
    await expect(sheet.getByAltText('What is shown beside the link')).toBeVisible()
    const address = sheet.getByLabel('Address')
    await expect(address).toHaveValue(/^the-lamp-that-a-whole-street-shares-[0-9a-f]{8}$/)
    const words = `one-lamp-${id.slice(0, 8)}`
    await address.fill(`One Lamp: ${id.slice(0, 8)}`)
    await expect(sheet).toContainText(`/story/${words} stays once it is published.`)
    await expect(sheet.getByText(/^Picture: \d+ KB$/)).toBeVisible()
    expect(await sheet.evaluate(({ clientWidth }) => clientWidth)).toBe(560)
    await publishNow.click()
    await expect(page.getByRole('dialog', { name: 'Published' })).toBeVisible()
    const share = sheet.getByRole('link', { name: 'Share on WhatsApp' })
    await expect(share).toBeFocused()
    const text = new URL((await share.getAttribute('href')) ?? '').searchParams.get('text')
    expect(text).toMatch(new RegExp(`^${title} https?://.+/story/${words}\\?from=whatsapp$`))
    await sheet.getByRole('button', { name: 'Copy link' }).click()
    await expect(sheet.getByText('Link copied.')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`/story/${words}`)
    // On a busy machine its time may be over.
    await sheet.getByRole('button', { name: /^(Undo|Unpublish)$/ }).click()
    await expect(sheet).toHaveCount(0)
    expect(await statusOf(page, id)).toBe(404)

    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await sheet.getByRole('button', { name: 'Change' }).click()
    await sheet.getByLabel(/Also write a newsletter about it, to [\d,]+ subscriber/).check()
    await expect(sheet).toContainText(/A newsletter to [\d,]+ subscribers?, written next/)
    await publishNow.click()
    await sheet.getByRole('button', { name: 'Write the newsletter' }).click()
    await expect(page).toHaveURL(/\/admin\/letters\/.+\/edit$/)
    await expect(page.getByLabel('Subject', { exact: false }).first()).toHaveValue(title)
  })
})

test('a published story is unpublished without a question, and an update is taken back, or told as a correction', async ({
  page,
}) => {
  const { id } = await aWrittenStory(await withAdminSession(page), `The kiosk ${Date.now()}`)
  const summaryOf = async () =>
    (await (await page.request.get(`/api/stories/${id}`)).json()).summary
  const before = await summaryOf()
  await openEditor(page, `/admin/stories/${id}/edit`)
  const update = page.getByRole('button', { name: 'Update', exact: true })
  await test.step('Undo shows it to readers again', async () => {
    await openSettings(page, 'Review')
    await page.getByRole('button', { name: 'Unpublish', exact: true }).click()
    const toast = page.locator('.toast')
    await expect(toast.filter({ hasText: 'Unpublished' })).toBeVisible()
    expect(await statusOf(page, id)).toBe(404)
    await toast.getByRole('button', { name: 'Undo' }).click()
    await expect(update).toBeVisible()
    expect(await statusOf(page, id)).toBe(200)
  })
  const sheet = page.getByRole('dialog')
  const send = sheet.getByRole('button', { name: 'Update', exact: true })
  await page.getByLabel('Summary').fill(aDraft().summary.replace('nine', 'ten'))
  await update.click()
  await expect(sheet.getByLabel(/^Update/)).toBeChecked()
  await send.click()
  await expect(page.getByRole('dialog', { name: 'Updated' })).toBeVisible()
  expect(await summaryOf()).toMatch(/^For ten years/)
  await sheet.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Unpublished changes', { exact: true })).toBeVisible()
  expect(await summaryOf()).toBe(before)
  await test.step('a correction shows readers what it said and what it says now', async () => {
    await update.click()
    await sheet.getByLabel(/^Correction/).check()
    const said = 'For nine years a plank led over the gutter.'
    await expect(sheet.getByLabel(/^It said/)).toHaveValue(said)
    await sheet.getByLabel(/^What was wrong/).fill('We had the number of years wrong.')
    await send.click()
    await expect(page.getByRole('dialog', { name: 'Updated' })).toBeVisible()
    await page.goto(`/story/${id}`)
    await expect(page.getByRole('deletion')).toHaveText(said)
    await expect(page.getByRole('insertion')).toHaveText(said.replace('nine', 'ten'))
  })
})

test.describe('on a phone whose clock and zone are wrong', () => {
  test.use({ ...phone, timezoneId: 'America/Los_Angeles' })

  test('a schedule says its time in words, by the server’s clock and Lagos time, and is taken off again', async ({
    page,
  }) => {
    await page.clock.setFixedTime('2001-06-01T00:00:00Z')
    await openDraft(page, { title: aTitle() })
    const sheet = page.getByRole('dialog')
    const publish = page.getByRole('button', { name: 'Publish', exact: true })
    const schedule = sheet.getByText('Schedule', { exact: true }).first()
    const plan = async (typed: string) => {
      await sheet.getByLabel(/^Publishes/).fill(typed)
      await sheet.getByRole('button', { name: 'Schedule' }).click()
    }
    await publish.click()
    await schedule.click()
    await sheet.getByText('Now', { exact: true }).click()
    await expect(sheet.getByRole('button', { name: 'Publish now' })).toBeVisible()
    await schedule.click()
    // The next morning is offered.
    await expect(sheet.getByText(/, 07:00, in \d+ (hours|day|days)$/)).toBeVisible()
    await plan('2001-06-05T10:00')
    await expect(sheet.getByText('Please choose a time that is still to come')).toBeVisible()
    await plan('2099-05-01T00:30')
    const scheduled = page.getByRole('dialog', { name: 'Scheduled' })
    await expect(scheduled).toContainText('Friday 1 May 2099, 00:30')
    await sheet.getByRole('button', { name: 'Undo' }).click()
    await expect(sheet).toHaveCount(0)
    await expect(page.locator('.toast')).toContainText('Undone')

    await publish.click()
    await schedule.click()
    await plan('2099-05-01T00:30')
    await scheduled.getByRole('button', { name: 'Close' }).click()
    await openSettings(page, 'Review')
    await expect(page.getByText('Publishes 1 May 2099, 00:30 (Lagos).')).toBeVisible()
    await page.getByRole('button', { name: 'Unschedule' }).click()
    await expect(page.getByText('Unscheduled.')).toBeVisible()
  })
})
