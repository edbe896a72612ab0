import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { expect } from '#tests/e2e/support/test.ts'
import { withAdminSession } from '../publisher.ts'
import { saveDraft } from './drafts.ts'

/** Where the text of a story or letter is written. */
export const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })

/** Waits until one can write in rich text. */
export async function openEditor(page: Page, path = '/admin/stories/new') {
  await page.goto(path)
  await isRich(page)
}

/** A phone shows the tools only while the text has the focus. */
export const isRich = (page: Page) =>
  expect(page.locator('#content[contenteditable="true"]')).toBeVisible()

/** What belongs to a story beside its words: a sheet on a phone, a panel with tabs on a laptop. */
export async function openSettings(page: Page, part: 'Story' | 'Review' = 'Story') {
  const panel = page.getByRole('complementary', { name: 'Settings' })
  const opener = page.getByRole('button', { name: 'Settings' })
  const tab = page.getByRole('tab', { name: part })
  await expect(opener.or(tab).first()).toBeVisible()
  if (await tab.isVisible()) await tab.click()
  else if (!(await panel.isVisible())) await opener.click()
  await expect(panel.getByRole('tabpanel', { name: part })).toBeVisible()
}

/** A phone's sheet, which lies over the story. */
export async function closeSettings(page: Page) {
  const close = page
    .getByRole('complementary', { name: 'Settings' })
    .getByRole('button', { name: 'Close' })
  if (await close.isVisible()) await close.click()
}

/** Everything is on the server, or waits for it. A save begins three seconds after a change. */
export const isKept = (page: Page, as: 'saved' | 'waiting' = 'saved') =>
  expect(page.locator('[data-save-state]')).toHaveAttribute('data-save-state', as, {
    timeout: 20_000,
  })

interface Options {
  /** Its session is going to end. */
  isOwn?: boolean
}

/** A story that was saved once, open in the rich editor, and what the server has of its text. */
export async function openDraft(page: Page, fields: object, options: Options = {}) {
  const admin = await withAdminSession(page, options)
  const id = randomUUID()
  await saveDraft(admin, id, 0, fields)
  await openEditor(page, `/admin/stories/${id}/edit`)
  return { ...admin, id, ...keptText(page, () => admin.ask('GET', `/admin/drafts/${id}`)) }
}

/** The same of a newsletter. */
export async function openIssue(page: Page, content: string, options: Options = {}) {
  const admin = await withAdminSession(page, options)
  const id = randomUUID()
  /** Saves on top of `base`, as another device does. */
  const save = (base: number, text: string) => {
    const data = {
      base,
      saveId: randomUUID(),
      fields: { subject: 'The river', preheader: '', content: text, categories: [] },
    }
    return admin.ask('PUT', `/admin/letters/${id}/draft`, data)
  }
  await save(0, content)
  await openEditor(page, `/admin/letters/${id}/edit`)
  const read = () => admin.ask('GET', `/admin/letters/${id}/draft`)
  return { ...admin, id, save, ...keptText(page, read) }
}

/** Saves as the editor does when its page is hidden, and not three seconds later. */
function keptText(page: Page, read: () => Promise<{ fields: { content: string } }>) {
  const stored = async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await isKept(page)
    return (await read()).fields.content
  }
  return { stored, becomes: (wanted: string) => expect.poll(stored).toBe(wanted) }
}

/** A keyboard that composes, as GBoard does: a word grows under a line, and is then put in place. */
export async function aKeyboard(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  /** Replaces what stands there, counted from the start of the line, or else the word that is composed. */
  const compose = (text: string, replaced?: { from: number; to: number }) =>
    cdp.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
      ...(replaced && { replacementStart: replaced.from, replacementEnd: replaced.to }),
    })
  const commit = (text: string) => cdp.send('Input.insertText', { text })
  const grow = async (word: string, from = 1) => {
    for (let end = from; end <= word.length; end++) await compose(word.slice(0, end))
  }
  return {
    compose,
    commit,
    grow,
    type: async (word: string) => {
      await grow(word)
      await commit(word)
    },
  }
}

/** An emptied text, with the caret in it. */
export async function startAnew(page: Page) {
  await textOf(page).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Backspace')
  await expect(textOf(page)).toHaveText('')
}
