import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright/test'
import { violationsInLightAndDark } from '../axe.ts'
import { expect, isHydrated, phone, test } from '../test.ts'
import { aColleague, withToken } from './colleagues.ts'
import { saveDraft } from './drafts.ts'
import { isKept, isRich, openEditor, openSettings, textOf } from './editor.ts'
import { publisher, withAdminSession } from './publisher.ts'

// What people complain of in other magazines' editors on a phone: each must not happen here.

test.describe.configure({ timeout: 90_000 })
test.use({
  ...phone,
  expectedErrors: /status of (400|401|404|409|500)|ERR_FAILED|ERR_INTERNET_DISCONNECTED/,
})

/** A story of so many paragraphs, open in the rich editor. */
async function openLong(page: Page, paragraphs: number) {
  const admin = await withAdminSession(page, { isOwn: true })
  const id = randomUUID()
  const content = Array.from({ length: paragraphs }, (_, at) => `Paragraph ${at + 1} it is.`)
  await saveDraft(admin, id, 0, { content: content.join('\n\n') })
  await openEditor(page, `/admin/stories/${id}/edit`)
  return { ...admin, id }
}

/** Where the caret stands, in pixels from the top of the window. */
const caret = (field: Locator) =>
  field.evaluate(() => {
    const { anchorNode, anchorOffset } = getSelection() as Selection
    const range = document.createRange()
    range.setStart(anchorNode as Node, anchorOffset)
    const place = range.getClientRects()[0] ?? (anchorNode as Element).getBoundingClientRect()
    return { top: place.top, bottom: place.bottom, window: innerHeight }
  })

test('a session that ends is renewed above the story, and its text is saved', async ({ page }) => {
  const { ask, id } = await openLong(page, 2)
  await ask('POST', '/admin/logout', {})
  await textOf(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' Typed after the session had ended.')
  // In sight, however deep in the text.
  await expect(page.getByText('You are signed out.')).toBeInViewport({ timeout: 20_000 })
  // Whoever types is not interrupted.
  await expect(textOf(page)).toBeFocused()
  await page.keyboard.type(' And on.')
  await page.getByRole('button', { name: 'Sign in again' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog).toBeVisible()
  expect(await violationsInLightAndDark(page, 'the sign-in above a story')).toEqual([])
  await dialog.getByLabel('Username').fill(publisher.username)
  await dialog.getByLabel('Password').fill('not this one')
  await dialog.getByRole('button', { name: 'Sign in and go on' }).click()
  await expect(dialog.getByText('Invalid username or password').first()).toBeVisible()
  await dialog.getByLabel('Password').fill(publisher.password)
  await dialog.getByRole('button', { name: 'Sign in and go on' }).click()
  await expect(dialog).toHaveCount(0)
  await isKept(page)
  await expect(page).toHaveURL(`/admin/stories/${id}/edit`)
  await expect(page.getByText('You are signed out.')).toHaveCount(0)
  await page.reload()
  await expect(textOf(page)).toContainText('Typed after the session had ended. And on.')
})

/** The page without its scripts, until they are brought. */
async function openWithoutScripts(page: Page, path: string) {
  let bring = () => {}
  const brought = new Promise<void>((resolve) => {
    bring = resolve
  })
  await page.route('**/*.js', (route) => brought.then(() => route.fallback()))
  await page.goto(path, { waitUntil: 'commit' })
  return { bring }
}

/** An untouched editor says "saved" as well: that the server has it is seen by its answer. */
const isStored = (page: Page) =>
  page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok())

test('input in a new story before the editor has loaded is saved', async ({ page }) => {
  await withAdminSession(page)
  const { bring } = await openWithoutScripts(page, '/admin/stories/new')
  const typed = { Title: 'The ferry', Summary: 'It left early.', Author: 'Ladi', Series: 'Boats' }
  const field = (label: string) =>
    page.getByRole(/Author|Series/.test(label) ? 'combobox' : 'textbox', { name: label }).first()
  const category = page.getByLabel('Category')
  const isFeatured = page.getByLabel('Featured')
  await openSettings(page)
  for (const [label, value] of Object.entries(typed)) await field(label).fill(value)
  await category.selectOption({ index: 2 })
  await isFeatured.check()
  const stored = isStored(page)
  bring()
  await stored
  // As when one types it now.
  await expect(page.locator('#known-authors option[value="Ladi Gwamna"]')).toHaveCount(1)
  const seen = async () => {
    for (const [label, value] of Object.entries(typed))
      await expect(field(label)).toHaveValue(value)
    await expect(category).not.toHaveValue('')
    await expect(isFeatured).toBeChecked()
  }
  await seen()
  await expect(page).toHaveURL(/\/admin\/stories\/[^/]+\/edit$/)
  await page.reload()
  await openSettings(page)
  await seen()
})

test('text that an author typed before the editor has loaded is preserved and saved', async ({
  page,
  request,
}) => {
  const { token, name } = await aColleague(request, 'author')
  await withToken(page, token)
  // From here on the browser knows who it is: it may draw the page as an author sees it.
  await page.goto('/admin/stories')
  await expect(page.locator('html')).toHaveAttribute('data-role', 'author')
  const { bring } = await openWithoutScripts(page, '/admin/stories/new')
  await page.getByLabel('Title').fill('The ferry')
  await page.locator('#content').fill('It left early.')
  const stored = isStored(page)
  bring()
  await stored
  await isHydrated(page)
  await expect(page.getByLabel('Title')).toHaveValue('The ferry')
  await expect(page.locator('#content')).toHaveValue('It left early.')
  await expect(page.locator('#authorName')).toHaveValue(name)
  await expect(page.getByRole('button', { name: 'Send for review' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Publish' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByLabel('Title')).toHaveValue('The ferry')
  await expect(textOf(page)).toHaveText('It left early.')
})

test('input in a new newsletter issue before the editor has loaded is saved', async ({ page }) => {
  await withAdminSession(page)
  const { bring } = await openWithoutScripts(page, '/admin/letters/new')
  await page.getByLabel('Subject').first().fill('What the river took')
  const stored = isStored(page)
  bring()
  await stored
  await page.reload()
  await expect(page.getByLabel('Subject').first()).toHaveValue('What the river took')
})

test('text typed into an existing story before the editor has loaded is not lost', async ({
  page,
}) => {
  const admin = await withAdminSession(page)
  const id = randomUUID()
  await saveDraft(admin, id, 0, { title: 'The plank', content: 'Carried *home*.' })
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().endsWith(`/drafts/${id}`)) asked.push(id)
  })
  const { bring } = await openWithoutScripts(page, `/admin/stories/${id}/edit`)
  const plain = page.locator('#content')
  await expect(plain).toHaveValue('Carried *home*.')
  await plain.press('Control+End')
  await plain.pressSequentially(' By four.')
  await page.getByLabel('Title').fill('The long plank')
  const copy = () => page.evaluate(() => JSON.stringify({ ...localStorage }))
  expect(await copy()).toContain('By four.')
  bring()
  await isKept(page)
  await expect(page.getByLabel('Title')).toHaveValue('The long plank')
  await isRich(page)
  await expect(textOf(page)).toHaveText('Carried home. By four.')
  expect(asked).toEqual([id])
  expect(await copy()).not.toContain('By four.')
  await openEditor(page, `/admin/stories/${id}/edit`)
  await expect(textOf(page)).toHaveText('Carried home. By four.')
})

test('text stored only on this device shows in the plain field, too', async ({ page }) => {
  const admin = await withAdminSession(page)
  const id = randomUUID()
  await saveDraft(admin, id, 0, { content: 'On the server.' })
  const { head, fields } = await admin.ask('GET', `/admin/drafts/${id}`)
  const copy = JSON.stringify({ base: head, fields: { ...fields, content: 'On this device.' } })
  await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [
    `ascend.admin-draft.${id}`,
    copy,
  ] as const)
  await page.route('**/*.js', (route) => route.abort())
  await page.goto(`/admin/stories/${id}/edit`)
  await expect(page.locator('#content')).toHaveValue('On this device.')
})

test('a story started without the server is restored from this device after the app was killed', async ({
  page,
  context,
}) => {
  await withAdminSession(page)
  await page.route('**/api/admin/drafts/*', (route) => route.abort())
  await openEditor(page)
  await textOf(page).click()
  await page.keyboard.type('Nobody has saved this yet.')
  const words = () => page.evaluate(() => JSON.stringify({ ...localStorage }))
  await expect.poll(words).toContain('Nobody has saved this yet.')
  const cdp = await context.newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  // It never answers.
  cdp.send('Page.crash').catch(() => {})
  await crashed

  const after = await context.newPage()
  await after.goto('/admin/stories?status=drafts')
  await expect(after.getByText('Saved on this device')).toBeVisible()
  await openEditor(after)
  await after.getByRole('link', { name: 'Nobody has saved this yet.' }).click()
  await expect(textOf(after)).toHaveText('Nobody has saved this yet.')
  await isKept(after)
  await after.reload()
  await expect(textOf(after)).toHaveText('Nobody has saved this yet.')
  await openEditor(after)
  await expect(after.getByText('Saved on this device')).toHaveCount(0)
})

test('a first save that fails is retried automatically', async ({ page }) => {
  await withAdminSession(page)
  let failures = 0
  await page.route('**/api/admin/drafts/*', (route) =>
    route.request().method() === 'PUT' && failures++ < 2
      ? route.fulfill({ status: 500, body: '{}' })
      : route.fallback(),
  )
  await openEditor(page)
  await textOf(page).click()
  await page.keyboard.type('The very first words.')
  await isKept(page, 'waiting')
  await page.keyboard.type(' And more.')
  await isKept(page)
  expect(failures).toBeGreaterThan(2)
  await page.reload()
  await expect(textOf(page)).toHaveText('The very first words. And more.')
})

test('rotating a phone preserves text, caret and focus', async ({ page }) => {
  await withAdminSession(page)
  await openEditor(page)
  await textOf(page).click()
  await page.keyboard.type('Before ')
  await page.setViewportSize({ width: 800, height: 360 })
  await page.keyboard.type('and after')
  await page.setViewportSize({ width: 360, height: 800 })
  await page.keyboard.type(' the turn.')
  await expect(textOf(page)).toHaveText('Before and after the turn.')
})

test('the line being typed stays visible between toolbar and keyboard', async ({ page }) => {
  await openLong(page, 40)
  await textOf(page).locator('p').last().click()
  await page.keyboard.press('Control+End')
  // The keyboard makes the page smaller (interactive-widget).
  const viewport = await page.locator('meta[name="viewport"]').getAttribute('content')
  expect(viewport).toContain('interactive-widget=resizes-content')
  await page.setViewportSize({ width: 360, height: 380 })
  for (let line = 0; line < 6; line++) {
    await page.keyboard.press('Enter')
    await page.keyboard.type('Another line.')
    // The tools stand right above the keyboard, the state of saving at the top.
    const tools = await page.getByRole('toolbar', { name: 'Text tools' }).boundingBox()
    const bar = await page.locator('.editor-bar').boundingBox()
    await expect(async () => {
      const { top, bottom, window } = await caret(textOf(page))
      expect((tools?.y ?? 0) + (tools?.height ?? 0)).toBe(window)
      expect(bottom).toBeLessThanOrEqual(tools?.y ?? 0)
      expect(top).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0))
    }).toPass()
  }
})

test('the toolbar stays visible at the end of a long story, and preserves the selection', async ({
  page,
}) => {
  await openLong(page, 40)
  const last = textOf(page).locator('p').last()
  await last.click()
  await page.keyboard.press('End')
  await page.keyboard.press('Shift+Home')
  // Phones put their own menu at the selection: ours is not there.
  const bold = page.getByRole('button', { name: 'Bold' })
  await expect(bold).toBeInViewport()
  await bold.tap()
  await expect(last.locator('strong')).toHaveText('Paragraph 40 it is.')
  await expect(textOf(page)).toBeFocused()
  await page.keyboard.type('Replaced')
  await expect(last).toHaveText('Replaced')
})

test('a keyboard that composes writes each word once', async ({ page, context }) => {
  const { ask, id } = await openLong(page, 1)
  await textOf(page).locator('p').click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Backspace')
  const cdp = await context.newCDPSession(page)
  // As GBoard does: a word grows under a line, and is put in place by the space.
  const compose = async (word: string) => {
    for (let end = 1; end <= word.length; end++) {
      await cdp.send('Input.imeSetComposition', {
        text: word.slice(0, end),
        selectionStart: end,
        selectionEnd: end,
      })
    }
    await cdp.send('Input.insertText', { text: word })
    await page.keyboard.press('Space')
  }
  for (const word of ['Nobody', 'wrote', 'ẹ̀kọ́', 'twice']) await compose(word)
  await page.getByRole('button', { name: 'Bold' }).tap()
  for (const word of ['in', 'bold', 'either']) await compose(word)
  await page.keyboard.press('Enter')
  for (const word of ['Nor', 'here']) await compose(word)
  const wanted = 'Nobody wrote ẹ̀kọ́ twice **in bold either**\n\nNor here'
  await isKept(page)
  await expect
    .poll(async () => (await ask('GET', `/admin/drafts/${id}`)).fields.content, { timeout: 20_000 })
    .toBe(wanted)
})

test('a writer who takes the other version finds their own in the revisions', async ({ page }) => {
  const { ask, id, ...admin } = await openLong(page, 1)
  await saveDraft({ ask, ...admin }, id, 1, { content: 'What the other one wrote.' })
  await textOf(page).locator('p').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Mine.')
  await page.getByRole('button', { name: 'Use the other version' }).click({ timeout: 20_000 })
  await expect(textOf(page)).toHaveText('What the other one wrote.')
  await isKept(page)
  const mine = await ask('GET', `/admin/drafts/${id}/revisions/3`)
  expect(mine).toMatchObject({ kind: 'aside', fields: { content: 'Paragraph 1 it is. Mine.' } })
})

test.describe('on a device whose clock and zone are wrong', () => {
  test.use({ timezoneId: 'America/Los_Angeles' })

  test('a schedule uses the server’s clock and Lagos time', async ({ page }) => {
    const { id } = await openLong(page, 8)
    await page.clock.setFixedTime('2001-06-01T00:00:00Z')
    await page.goto(`/admin/stories/${id}/edit`)
    const plan = async (typed: string) => {
      await page.getByLabel(/^Publishes/).fill(typed)
      await page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click()
    }
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('dialog').getByText('Schedule', { exact: true }).first().click()
    await plan('2001-06-05T10:00')
    await expect(page.getByText('Please choose a time that is still to come')).toBeVisible()
    await plan('2099-05-01T00:30')
    const scheduled = page.getByRole('dialog', { name: 'Scheduled' })
    await expect(scheduled).toContainText('Friday 1 May 2099, 00:30')
    await scheduled.getByRole('button', { name: 'Close' }).click()
    await openSettings(page, 'Review')
    await expect(page.getByText('Publishes 1 May 2099, 00:30 (Lagos).')).toBeVisible()
    await page.getByRole('button', { name: 'Unschedule' }).click()
    await expect(page.getByText('Unscheduled.')).toBeVisible()
  })
})
