import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { violationsInLightAndDark } from '../axe.ts'
import { expect, phone, test } from '../test.ts'
import { aWrittenStory, saveDraft } from './drafts.ts'
import { isKept, openEditor, openSettings, textOf } from './editor.ts'
import { publisher, withAdminSession } from './publisher.ts'

// What a story or letter needs is said before it is asked for, and what is not saved is said where one looks.

test.describe.configure({ timeout: 90_000 })
test.use({ ...phone, expectedErrors: /status of (400|401|404|409)|ERR_FAILED/ })

async function openStory(page: Page, fields: object) {
  const admin = await withAdminSession(page)
  const id = randomUUID()
  await saveDraft(admin, id, 0, fields)
  await openEditor(page, `/admin/stories/${id}/edit`)
  return { ...admin, id }
}

const anIssue = { subject: 'The river', preheader: '', content: 'It rose.', categories: [] }
async function openIssue(page: Page) {
  const admin = await withAdminSession(page, { isOwn: true })
  const id = randomUUID()
  const save = { base: 0, saveId: id, fields: anIssue }
  await admin.ask('PUT', `/admin/letters/${id}/draft`, save)
  await openEditor(page, `/admin/letters/${id}/edit`)
  return { ...admin, id }
}

const many = Array.from({ length: 40 }, (_, at) => `Paragraph ${at + 1} it is.`).join('\n\n')

/** The caret is above what stays at the end of the screen. */
async function caretIsInSight(page: Page) {
  await expect(async () => {
    const [bottom, notice] = await page.evaluate(() => {
      const { focusNode, focusOffset } = getSelection() as Selection
      const range = document.createRange()
      range.setStart(focusNode as Node, focusOffset)
      const line = (focusNode as Element).getBoundingClientRect ? focusNode : focusNode?.parentNode
      const place = range.getClientRects()[0] ?? (line as Element).getBoundingClientRect()
      const box = document.querySelector('[data-stays-at-bottom]')
      return [place.bottom, box?.getBoundingClientRect().top ?? 0]
    })
    expect(bottom).toBeLessThanOrEqual(notice ?? 0)
  }).toPass()
}

test('a story’s requirements and current lengths stand beside its fields', async ({ page }) => {
  await openStory(page, { title: '', summary: '', content: 'Short.' })
  const title = page.getByLabel('Title')
  await expect(title).toHaveAccessibleDescription('10 to 200 characters.')
  await title.fill('The ferry')
  await expect(title).toHaveAccessibleDescription('9 of 200 characters, at least 10')
  await expect(page.getByLabel('Summary')).toHaveAccessibleDescription('50 to 1,000 characters.')
  await expect(textOf(page)).toHaveAccessibleDescription(/^100 to 100,000 characters\./)
  await openSettings(page)
  await expect(page.locator('#authorName')).toHaveAccessibleDescription(/^\d+ of 100 characters$/)
  await expect(page.getByLabel('Part', { exact: false })).toHaveAccessibleDescription(
    'A whole number from 1 to 99.',
  )
  expect(await violationsInLightAndDark(page, 'the story editor')).toEqual([])
})

test('the limits of a newsletter issue stand beside its fields', async ({ page }) => {
  await openIssue(page)
  await expect(page.getByLabel('Subject', { exact: false }).first()).toHaveAccessibleDescription(
    '9 of 200 characters',
  )
  await expect(page.getByLabel('Preview text')).toHaveAccessibleDescription(
    /after the subject\. At most 200 characters\.$/,
  )
  await expect(textOf(page)).toHaveAccessibleDescription(
    /^At most 50,000 characters\. The whole mail may have 25 KB\./,
  )
})

test('an error that only the service finds is not hidden behind the publish sheet', async ({
  page,
}) => {
  const { id } = await openStory(page, {})
  await page.route(`**/api/admin/drafts/${id}/publish`, (route) =>
    route.fulfill({
      status: 400,
      contentType: 'application/json',
      body: JSON.stringify({ message: 'No', errors: { summary: ['This summary will not do'] } }),
    }),
  )
  await page.getByRole('button', { name: 'Publish', exact: true }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).tap()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByLabel('Summary')).toBeFocused()
  await expect(page.getByLabel('Summary')).toHaveAccessibleDescription('This summary will not do')
})

test('a new story and a new issue show no save state', async ({ page }) => {
  await withAdminSession(page)
  for (const path of ['/admin/stories/new', '/admin/letters/new']) {
    await openEditor(page, path)
    await expect(page.locator('[data-save-state]')).toHaveText('')
    await expect(page.getByRole('button', { name: /^Discard/ })).toHaveCount(0)
  }
  await textOf(page).focus()
  await page.keyboard.type('Now there is something.')
  await isKept(page)
  await expect(page.locator('[data-save-state]')).toHaveText('Saved just now')
})

test('a lost connection shows in view, deep in a story, without covering the caret', async ({
  page,
}) => {
  await openStory(page, { content: many })
  await page.route('**/api/admin/drafts/*', (route) => route.abort())
  await textOf(page).focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' In a tunnel.')
  const notice = page.locator('[data-stays-at-bottom]')
  await expect(notice).toContainText('No connection: your words are on this device', {
    timeout: 15_000,
  })
  await expect(notice).toBeInViewport({ ratio: 1 })
  await caretIsInSight(page)
  for (const line of ['One more.', 'And one more.']) {
    await page.keyboard.press('Enter')
    await page.keyboard.type(line)
    await caretIsInSight(page)
  }
  await page.unroute('**/api/admin/drafts/*')
  await page.keyboard.type(' Out again.')
  await isKept(page)
  await expect(notice).toHaveCount(0)
})

for (const thing of ['story', 'newsletter'] as const) {
  test(`a conflicting save of a ${thing} shows in view on a phone with its keyboard open`, async ({
    page,
  }) => {
    const open = thing === 'story' ? openStory : openIssue
    const { ask, id, ...admin } = await open(page, { content: many })
    if (thing === 'story') await saveDraft({ ask, ...admin }, id, 1, { content: 'Of another.' })
    else {
      const save = { base: 1, saveId: randomUUID(), fields: anIssue }
      await ask('PUT', `/admin/letters/${id}/draft`, save)
    }
    await page.setViewportSize({ width: 360, height: 420 })
    await textOf(page).focus()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' Mine.')
    const notice = page.locator('[data-stays-at-bottom]')
    await expect(notice).toContainText(`You saved this ${thing} on another device`, {
      timeout: 15_000,
    })
    await expect(notice).toBeInViewport({ ratio: 1 })
    await caretIsInSight(page)
    await page.keyboard.type(' And mine.')
    await caretIsInSight(page)
    expect(await violationsInLightAndDark(page, `a ${thing} that two wrote`)).toEqual([])
  })
}

test('a draft is discarded, on this device as well', async ({ page }) => {
  const { ask, id } = await openStory(page, { title: 'A story that nobody needs' })
  await textOf(page).focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' Not saved yet.')
  await openSettings(page, 'Review')
  await page.getByRole('button', { name: 'Discard draft' }).tap()
  await expect(page).toHaveURL('/admin/stories')
  await expect(page.getByRole('status').filter({ hasText: 'Draft Discarded' })).toBeVisible()
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }))
  expect(stored).not.toContain(id)
  const drafts: { id: string }[] = await ask('GET', '/admin/drafts')
  expect(drafts.map((draft) => draft.id)).not.toContain(id)
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).tap()
  await expect(page.getByRole('status').filter({ hasText: 'Undone' })).toBeVisible()
  // What was typed last was saved first.
  expect((await ask('GET', `/admin/drafts/${id}`)).fields.content).toContain('Not saved yet.')
})

test('a story that never reached the server is discarded after a question', async ({ page }) => {
  await withAdminSession(page)
  await openEditor(page)
  await page.route('**/api/admin/drafts/*', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  )
  await textOf(page).focus()
  await page.keyboard.type('Begun by mistake.')
  await isKept(page, 'waiting')
  await openSettings(page, 'Review')
  await page.getByRole('button', { name: 'Discard draft' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Discard these words for ever?' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Discard' }).tap()
  await expect(page).toHaveURL('/admin/stories')
  await page.goto('/admin/stories?status=drafts')
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await expect(page.getByText('Begun by mistake.')).toHaveCount(0)
})

test('discarding the changes of a published story restores what readers see', async ({ page }) => {
  const admin = await withAdminSession(page)
  const { id, number } = await aWrittenStory(admin, `The ferry as it is ${Date.now()}`)
  await saveDraft(admin, id, number, { title: 'The ferry as it might be' })
  await openEditor(page, `/admin/stories/${id}/edit`)
  await expect(page.getByLabel('Title')).toHaveValue('The ferry as it might be')
  await openSettings(page, 'Review')
  await page.getByRole('button', { name: 'Discard changes' }).tap()
  await expect(page.getByLabel('Title')).toHaveValue(/^The ferry as it is/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await openSettings(page, 'Review')
  await expect(page.getByRole('button', { name: 'Discard changes' })).toHaveCount(0)
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).tap()
  await expect(page.getByLabel('Title')).toHaveValue('The ferry as it might be')
})

test('discarding leaves what somebody else has saved since', async ({ page }) => {
  const { id, ask, ...admin } = await openStory(page, { content: 'Of one.' })
  await saveDraft({ ask, ...admin }, id, 1, { content: 'Of another.' })
  await openSettings(page, 'Review')
  await page.getByRole('button', { name: 'Discard draft' }).tap()
  await expect(page.getByRole('alert').filter({ hasText: 'changed meanwhile' })).toContainText(
    'changed meanwhile',
  )
  expect((await ask('GET', `/admin/drafts/${id}`)).fields.content).toBe('Of another.')
})

test('a session that ends is renewed above a newsletter issue, and its text is saved', async ({
  page,
}) => {
  const { ask, id } = await openIssue(page)
  await ask('POST', '/admin/logout', {})
  await textOf(page).focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' Typed after the session had ended.')
  await expect(page.getByText('You are signed out.')).toBeInViewport({ timeout: 20_000 })
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
  await textOf(page).focus()
  await again.tap()
  await dialog.getByLabel('Username').fill(publisher.username)
  await dialog.getByLabel('Password').fill(publisher.password)
  await dialog.getByRole('button', { name: 'Sign in and go on' }).tap()
  await expect(dialog).toHaveCount(0)
  await expect(textOf(page)).toBeFocused()
  await page.keyboard.type(' Then on.')
  await isKept(page)
  await page.reload()
  await expect(textOf(page)).toHaveText(
    'It rose. Typed after the session had ended. And on. Then on.',
  )
})
