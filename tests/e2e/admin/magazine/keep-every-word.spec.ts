import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright/test'
import { violationsInLightAndDark } from '#tests/e2e/support/axe.ts'
import { expect, isHydrated, phone, test } from '#tests/e2e/support/test.ts'
import { watchRequests } from '../../support/traffic.ts'
import { aColleague, withToken } from '../colleagues.ts'
import { withAdminSession } from '../publisher.ts'
import { saveDraft } from './drafts.ts'
import { isKept, isRich, openDraft, openEditor, openSettings, textOf } from './editor.ts'

// What people complain of in other magazines' editors on a phone: each must not happen here.

test.describe.configure({ timeout: 90_000 })
test.use({
  ...phone,
  expectedErrors: /status of (400|401|404|409|500)|ERR_FAILED|ERR_INTERNET_DISCONNECTED/,
})

/** Where the caret stands, in pixels from the top of the window. */
const caret = (field: Locator) =>
  field.evaluate(() => {
    const { anchorNode, anchorOffset } = getSelection() as Selection
    const range = document.createRange()
    range.setStart(anchorNode as Node, anchorOffset)
    const place = range.getClientRects()[0] ?? (anchorNode as Element).getBoundingClientRect()
    return { top: place.top, bottom: place.bottom, window: innerHeight }
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

/** What this browser keeps on the device. */
const onDevice = (page: Page) => page.evaluate(() => JSON.stringify({ ...localStorage }))

test('what one types into something new or old before the editor has loaded is saved', async ({
  page,
}) => {
  await test.step('what one types into something new before the editor has loaded is saved', async () => {
    await withAdminSession(page)
    await test.step('a story', async () => {
      const { bring } = await openWithoutScripts(page, '/admin/stories/new')
      const typed = {
        Title: 'The ferry',
        Summary: 'It left early.',
        Author: 'Ladi',
        Series: 'Boats',
      }
      const field = (label: string) =>
        page
          .getByRole(/Author|Series/.test(label) ? 'combobox' : 'textbox', { name: label })
          .first()
      const category = page.getByLabel('Category')
      const isFeatured = page.getByLabel('Featured')
      await openSettings(page)
      for (const [label, value] of Object.entries(typed)) await field(label).fill(value)
      await category.selectOption({ index: 2 })
      await isFeatured.check()
      const stored = isStored(page)
      bring()
      await stored
      // It is as when one types it now.
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
    await test.step('a newsletter', async () => {
      const { bring } = await openWithoutScripts(page, '/admin/letters/new')
      const subject = page.getByLabel('Subject').first()
      await subject.fill('What the river took')
      const stored = isStored(page)
      bring()
      await stored
      await page.reload()
      await expect(subject).toHaveValue('What the river took')
    })
  })

  await test.step('text typed into an existing story before the editor has loaded is not lost', async () => {
    const admin = await withAdminSession(page)
    const plain = page.locator('#content')
    const id = randomUUID()
    await saveDraft(admin, id, 0, { title: 'The plank', content: 'Carried *home*.' })
    await test.step('text that is on this device alone stands in the plain field', async () => {
      const other = randomUUID()
      await saveDraft(admin, other, 0, { content: 'On the server.' })
      const { head, fields } = await admin.ask('GET', `/admin/drafts/${other}`)
      const copy = JSON.stringify({ base: head, fields: { ...fields, content: 'On this device.' } })
      await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
        `ascend.admin-draft.${other}`,
        copy,
      ] as const)
      await page.route('**/*.js', (route) => route.abort())
      await page.goto(`/admin/stories/${other}/edit`)
      await expect(plain).toHaveValue('On this device.')
      await page.unroute('**/*.js')
    })
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'GET' && request.url().endsWith(`/drafts/${id}`)) asked.push(id)
    })
    const { bring } = await openWithoutScripts(page, `/admin/stories/${id}/edit`)
    await expect(plain).toHaveValue('Carried *home*.')
    await plain.press('Control+End')
    await plain.pressSequentially(' By four.')
    await page.getByLabel('Title').fill('The long plank')
    expect(await onDevice(page)).toContain('By four.')
    bring()
    await isKept(page)
    await expect(page.getByLabel('Title')).toHaveValue('The long plank')
    await isRich(page)
    await expect(textOf(page)).toHaveText('Carried home. By four.')
    expect(asked).toEqual([id])
    expect(await onDevice(page)).not.toContain('By four.')
    await openEditor(page, `/admin/stories/${id}/edit`)
    await expect(textOf(page)).toHaveText('Carried home. By four.')
  })
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

test('a story begun without the server is discarded after a question, or is there again after the app was killed', async ({
  page,
  context,
}) => {
  await withAdminSession(page)
  await page.route('**/api/admin/drafts/*', (route) => route.abort())
  await test.step('words that nobody could bring back', async () => {
    await openEditor(page)
    await textOf(page).focus()
    await page.keyboard.type('Begun by mistake.')
    await isKept(page, 'waiting')
    await openSettings(page, 'Review')
    await page.getByRole('button', { name: 'Discard draft' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Discard these words for ever?' })
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.unroute('**/api/admin/drafts/*')
    await page.route('**/api/admin/drafts/*', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    )
    await dialog.getByRole('button', { name: 'Discard' }).tap()
    await expect(page).toHaveURL('/admin/stories')
  })
  await openEditor(page)
  await textOf(page).click()
  await page.keyboard.type('Nobody has saved this yet.')
  await expect.poll(() => onDevice(page)).toContain('Nobody has saved this yet.')
  const cdp = await context.newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  // It never answers.
  cdp.send('Page.crash').catch(() => {})
  await crashed

  const after = await context.newPage()
  await after.goto('/admin/stories?status=drafts')
  await expect(after.getByText('Saved on this device')).toBeVisible()
  await expect(after.getByText('Begun by mistake.')).toHaveCount(0)
  await after.getByRole('link', { name: 'Nobody has saved this yet.' }).click()
  await expect(textOf(after)).toHaveText('Nobody has saved this yet.')
  await isKept(after)
  await after.reload()
  await expect(textOf(after)).toHaveText('Nobody has saved this yet.')
  await openEditor(after)
  await expect(after.getByText('Saved on this device')).toHaveCount(0)
})

test('deep in a long story the caret, the tools and what is wrong are in sight on a phone', async ({
  page,
  context,
}) => {
  const { isQuiet } = await watchRequests(page)
  const many = Array.from({ length: 40 }, (_, at) => `Paragraph ${at + 1} it is.`).join('\n\n')
  const { id, ...admin } = await openDraft(page, { content: many })
  const draft = () => admin.ask('GET', `/admin/drafts/${id}`)
  const tools = page.getByRole('toolbar', { name: 'Text tools' })
  const notice = page.locator('[data-stays-at-bottom]')
  const writeAtTheEnd = async (words: string) => {
    await textOf(page).focus()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(words)
  }

  await test.step('the tools leave the selection', async () => {
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
    await page.keyboard.type('Before ')
    await expect(last).toHaveText('Before ')
  })
  await test.step('the phone is turned', async () => {
    await page.setViewportSize({ width: 800, height: 360 })
    await page.keyboard.type('and after')
    await page.setViewportSize({ width: 360, height: 800 })
    await page.keyboard.type(' the turn.')
    await expect(textOf(page).locator('p').last()).toHaveText('Before and after the turn.')
  })
  await test.step('the line stays between the tools and the keyboard', async () => {
    // The keyboard makes the page smaller (interactive-widget).
    const viewport = await page.locator('meta[name="viewport"]').getAttribute('content')
    expect(viewport).toContain('interactive-widget=resizes-content')
    await page.setViewportSize({ width: 360, height: 380 })
    for (let line = 0; line < 6; line++) {
      await page.keyboard.press('Enter')
      await page.keyboard.type('Another line.')
      // The tools stand right above the keyboard, the state of saving at the top.
      const toolsBox = await tools.boundingBox()
      const bar = await page.locator('[data-bar=top]').boundingBox()
      await expect(async () => {
        const { top, bottom, window } = await caret(textOf(page))
        expect((toolsBox?.y ?? 0) + (toolsBox?.height ?? 0)).toBe(window)
        expect(bottom).toBeLessThanOrEqual(toolsBox?.y ?? 0)
        expect(top).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0))
      }).toPass()
    }
  })
  const caretIsAboveTheNotice = () =>
    expect(async () => {
      const { bottom } = await caret(textOf(page))
      expect(bottom).toBeLessThanOrEqual((await notice.boundingBox())?.y ?? 0)
    }).toPass()
  await test.step('the network is lost', async () => {
    await page.setViewportSize(phone.viewport)
    // What publishes is loaded by then, too.
    await isQuiet()
    await context.setOffline(true)
    await writeAtTheEnd(' In a tunnel.')
    await expect(notice).toContainText('No connection: your words are on this device')
    await isKept(page, 'waiting')
    await expect(notice).toBeInViewport({ ratio: 1 })
    await caretIsAboveTheNotice()
    for (const line of ['One more.', 'And one more.']) {
      await page.keyboard.press('Enter')
      await page.keyboard.type(line)
      await caretIsAboveTheNotice()
    }
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const notYet = page.getByText('the server does not have them yet')
    await expect(notYet).toBeVisible()
    await context.setOffline(false)
    await isKept(page)
    await expect(notYet).toHaveCount(0)
    await expect(notice).toHaveCount(0)
    expect((await draft()).fields.content).toContain('And one more.')
  })
  /** Another device saves; one writes on here. */
  const conflict = async (theirs: string, mine: string) => {
    await saveDraft(admin, id, (await draft()).head, { content: theirs })
    await writeAtTheEnd(mine)
    await expect(notice).toContainText('You saved this story on another device')
  }
  await test.step('another device has saved, and the keyboard is open', async () => {
    await page.setViewportSize({ width: 360, height: 420 })
    await conflict('Of another.', ' Mine.')
    await expect(notice).toBeInViewport({ ratio: 1 })
    await caretIsAboveTheNotice()
    await page.keyboard.type(' And mine.')
    await caretIsAboveTheNotice()
    expect(await violationsInLightAndDark(page, 'a story that two wrote')).toEqual([])
  })
  await test.step('one keeps one’s own, by a button that does not move when it is pressed', async () => {
    await page.setViewportSize(phone.viewport)
    await textOf(page).blur()
    const keep = page.getByRole('button', { name: 'Keep mine' })
    const { x, y } = (await keep.boundingBox()) ?? { x: 0, y: 0 }
    await page.mouse.move(x + 20, y + 20)
    await page.mouse.down()
    expect(await keep.boundingBox()).toMatchObject({ x, y })
    await page.mouse.up()
    await isKept(page)
    expect((await draft()).fields.content).toMatch(/Mine\. And mine\.$/)
  })
  await test.step('one takes the other version, and one’s own is in the revisions', async () => {
    await conflict('What the other one wrote.', ' Mine again.')
    const compare = page.getByRole('link', { name: 'Compare both' })
    const [, before, mine] =
      /\?before=(\d+)&after=(\d+)$/.exec((await compare.getAttribute('href')) ?? '') ?? []
    expect(before).toBe(String((await draft()).head))
    await page.getByRole('button', { name: 'Use the other version' }).click()
    await expect(textOf(page)).toHaveText('What the other one wrote.')
    await isKept(page)
    expect(await admin.ask('GET', `/admin/drafts/${id}/revisions/${mine}`)).toMatchObject({
      kind: 'aside',
      fields: { content: expect.stringMatching(/Mine again\.$/) },
    })
  })
})
