import { violationsInLightAndDark } from '#tests/e2e/support/axe.ts'
import { storyTitled } from '#tests/e2e/support/content.ts'
import { expect, phone, test } from '#tests/e2e/support/test.ts'
import { aDraft } from '#tests/magazine/drafts.ts'
import { publisher, withAdminSession } from '../publisher.ts'
import { aWrittenStory, saveDraft } from './drafts.ts'
import {
  closeSettings,
  isKept,
  openDraft,
  openEditor,
  openIssue,
  openSettings,
  textOf,
} from './editor.ts'

// What a story or letter needs is said before it is asked for, and what is not saved is said where one looks.

test.describe.configure({ timeout: 90_000 })
test.use({ ...phone, expectedErrors: /status of (400|401|404|409)|ERR_FAILED/ })

test('what a story needs stands beside its fields, and what it lacks is a way there', async ({
  page,
}) => {
  const { id } = await openDraft(page, { title: '', summary: '', content: 'Short.' })
  const title = page.getByLabel('Title')
  const summary = page.getByLabel('Summary')
  const publish = page.getByRole('button', { name: 'Publish', exact: true })
  const sheet = page.getByRole('dialog')
  const lacking = page.getByText('Summary must be at least 50 characters')

  await test.step('the limits, and how much there is', async () => {
    await expect(title).toHaveAccessibleDescription('10 to 200 characters.')
    await title.fill('The ferry')
    await expect(title).toHaveAccessibleDescription('9 of 200 characters, at least 10')
    await title.fill('The ferry at dawn')
    await expect(summary).toHaveAccessibleDescription('50 to 1,000 characters.')
    await expect(textOf(page)).toHaveAccessibleDescription(/^100 to 100,000 characters\./)
    await openSettings(page)
    await expect(page.locator('#authorName')).toHaveAccessibleDescription(/^\d+ of 100 characters$/)
    await expect(page.getByLabel('Part', { exact: false })).toHaveAccessibleDescription(
      'A whole number from 1 to 99.',
    )
    expect(await violationsInLightAndDark(page, 'the settings of a story')).toEqual([])
    await closeSettings(page)
  })
  await test.step('a press on what is missing leads to its field', async () => {
    await publish.tap()
    await expect(sheet).toContainText('No picture: one is drawn from the title')
    await sheet.getByRole('button', { name: 'Summary must be at least 50 characters' }).tap()
    await expect(sheet).toHaveCount(0)
    await expect(summary).toBeFocused()
    // Everything is marked at once, and no longer than it is wrong.
    await expect(page.getByText('Text must be at least 100 characters')).toBeVisible()
    await expect(page.getByText('Please fix 2 fields')).toBeVisible()
    await summary.fill(aDraft().summary)
    await expect(lacking).toHaveCount(0)
    await expect(page.getByText('Please fix 1 field')).toBeVisible()
    await isKept(page)
  })
  await test.step('nothing is published that lacks something', async () => {
    await page.keyboard.press('Control+Enter')
    await sheet.getByRole('button', { name: 'Show what is missing' }).tap()
    // This holds in the rich editor, too.
    await expect(textOf(page)).toBeFocused()
    await expect(page.getByText('Text must be at least 100 characters')).toBeInViewport()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' It grows by a sentence that everybody knows.'.repeat(3))
    await page.keyboard.press('Control+Enter')
    await expect(sheet.getByRole('button', { name: 'Publish now' })).toBeVisible()
  })
  await test.step('what only the service finds is not hidden behind the sheet', async () => {
    await page.route(`**/api/admin/drafts/${id}/publish`, (route) =>
      route.fulfill({
        status: 400,
        json: { message: 'No', errors: { summary: ['This summary will not do'] } },
      }),
    )
    await sheet.getByRole('button', { name: 'Publish now' }).tap()
    await expect(sheet).toHaveCount(0)
    await expect(summary).toBeFocused()
    await expect(summary).toHaveAccessibleDescription('This summary will not do')
  })
})

test('what is discarded comes back by Undo, and what somebody else has saved stays', async ({
  page,
  request,
}) => {
  const { ask, ...admin } = await withAdminSession(page)
  const demo = await storyTitled(request, 'Letter to the student who repeated a year')
  const { id } = await aWrittenStory({ ask }, `The ferry as it is ${Date.now()}`)
  const title = page.getByLabel('Title')
  const facts = page.getByRole('region', { name: 'Publish' })
  const undo = page.locator('.toast').getByRole('button', { name: 'Undo' })

  await test.step('a published story that is only opened has no changes', async () => {
    await openEditor(page, `/admin/stories/${demo.id}/edit`)
    await openSettings(page, 'Review')
    await expect(facts).toContainText('Published ')
    await expect(facts).not.toContainText('Unpublished changes')
  })
  const discardChanges = page.getByRole('button', { name: 'Discard changes' })
  await test.step('changes of a published story', async () => {
    await openEditor(page, `/admin/stories/${id}/edit`)
    await title.fill('The ferry as it might be')
    await openSettings(page, 'Review')
    await discardChanges.tap()
    await expect(title).toHaveValue(/^The ferry as it is/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await openSettings(page, 'Review')
    await expect(discardChanges).toHaveCount(0)
    await undo.tap()
    await expect(title).toHaveValue('The ferry as it might be')
  })
  await test.step('somebody else has saved since', async () => {
    const { head } = await ask('GET', `/admin/drafts/${id}`)
    await saveDraft({ ask, ...admin }, id, head, { content: 'Of another.' })
    await openSettings(page, 'Review')
    await discardChanges.tap()
    await expect(page.getByRole('alert').filter({ hasText: 'changed meanwhile' })).toBeVisible()
    expect((await ask('GET', `/admin/drafts/${id}`)).fields.content).toBe('Of another.')
  })
  await test.step('a draft, on this device as well', async () => {
    const draft = await openDraft(page, { title: 'A story that nobody needs' })
    await textOf(page).focus()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' Not saved yet.')
    await openSettings(page, 'Review')
    await page.getByRole('button', { name: 'Discard draft' }).tap()
    await expect(page).toHaveURL('/admin/stories')
    await expect(page.getByRole('status').filter({ hasText: 'Draft Discarded' })).toBeVisible()
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }))
    expect(stored).not.toContain(draft.id)
    const drafts: { id: string }[] = await ask('GET', '/admin/drafts')
    expect(drafts.map((one) => one.id)).not.toContain(draft.id)
    await undo.tap()
    await expect(page.getByRole('status').filter({ hasText: 'Undone' })).toBeVisible()
    // What was typed last was saved first.
    expect((await ask('GET', `/admin/drafts/${draft.id}`)).fields.content).toContain(
      'Not saved yet.',
    )
  })
})

test('a session that ends is renewed above what is written, and its text is saved', async ({
  page,
}) => {
  const { ask, id } = await openIssue(page, 'It rose.', { isOwn: true })
  await ask('POST', '/admin/logout', {})
  await textOf(page).focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' Typed after the session had ended.')
  await expect(page.getByText('You are signed out.')).toBeInViewport()
  // Whoever types is not interrupted.
  await expect(textOf(page)).toBeFocused()
  await page.keyboard.type(' And on.')
  await page.getByRole('button', { name: /^Send/ }).first().tap()
  await expect(page).toHaveURL(`/admin/letters/${id}/edit`)
  await textOf(page).focus()
  const again = page.getByRole('button', { name: 'Sign in again' })
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  for (const end of ['Escape', 'Not now']) {
    await again.tap()
    await expect(dialog).toContainText('The newsletter stays open')
    if (end === 'Escape') await page.keyboard.press('Escape')
    else await dialog.getByRole('button', { name: end }).tap()
    await expect(dialog).toHaveCount(0)
    // A press in the notice has left the focus in the text.
    await expect(textOf(page)).toBeFocused()
  }
  await again.tap()
  expect(await violationsInLightAndDark(page, 'the sign-in above a newsletter')).toEqual([])
  await dialog.getByLabel('Username').fill(publisher.username)
  await dialog.getByLabel('Password').fill('not this one')
  await dialog.getByRole('button', { name: 'Sign in and go on' }).tap()
  await expect(dialog.getByText('Invalid username or password').first()).toBeVisible()
  await dialog.getByLabel('Password').fill(publisher.password)
  await dialog.getByRole('button', { name: 'Sign in and go on' }).tap()
  await expect(dialog).toHaveCount(0)
  await expect(textOf(page)).toBeFocused()
  await page.keyboard.type(' Then on.')
  await isKept(page)
  await expect(page.getByText('You are signed out.')).toHaveCount(0)
  await page.reload()
  await expect(textOf(page)).toHaveText(
    'It rose. Typed after the session had ended. And on. Then on.',
  )
})
