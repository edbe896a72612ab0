import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { violationsOf } from '../support/axe.ts'
import { bookTitled } from '../support/content.ts'
import { signedIn } from '../support/readers.ts'
import { desktop, expect, phone, test } from '../support/test.ts'
import { tooWide } from '../support/too-wide.ts'
import { aBoughtBook, setState } from './buyers.ts'

const title = 'Ascend Quarterly: The First Issue'
const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Highlight' })
const wordsOf = (page: Page) =>
  page.locator('[data-chapter-text]').evaluate((text) => text.textContent)

/** From the fourth letter of one paragraph to the twentieth of the next. */
const select = (page: Page, nth = 0) =>
  page.locator('[data-chapter-text]').evaluate((text, at) => {
    const first = (block: Node | undefined) =>
      document.createTreeWalker(block as Node, NodeFilter.SHOW_TEXT).nextNode() as Node
    const [one, other] = [text.children[at], text.children[at + 1]]
    getSelection()?.setBaseAndExtent(first(one), 3, first(other), 20)
  }, nth)

test.describe('on a phone', () => {
  test.use(phone)

  test('a reader marks words, finds them in the dark, changes and deletes the note, and takes it along', async ({
    page,
    request,
  }) => {
    const { id } = await bookTitled(request, title)
    await page.goto(`/book/${id}/read/2`)
    const words = await wordsOf(page)
    await select(page)
    await expect(sheetOf(page)).toContainText('On this phone. Only you see it.')
    expect(await violationsOf(page, 'the sheet')).toEqual([])
    await page.getByLabel('Your note').fill('For the essay: who pays?')
    await sheetOf(page).getByRole('button', { name: 'Highlight' }).click()
    const mark = page.locator('mark').first()
    await expect(mark).toHaveCSS('background-color', 'rgb(255, 227, 160)')
    await expect(mark).toHaveCSS('border-bottom-color', 'rgb(181, 67, 29)')
    expect(await wordsOf(page)).toBe(words)

    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 320, height: 640 })
    await page.reload()
    await expect(mark).toHaveCSS('background-color', 'rgb(74, 53, 5)')
    await expect(mark).toHaveCSS('border-bottom-color', 'rgb(246, 178, 26)')
    await page.getByRole('button', { name: 'Note 1' }).click()
    await expect(page.getByLabel('Your note')).toHaveValue('For the essay: who pays?')
    expect(await violationsOf(page, 'the sheet in the dark')).toEqual([])
    expect(await tooWide(page, 'the sheet')).toEqual([])
    await page.getByLabel('Your note').fill('Who holds it?')
    await sheetOf(page).getByRole('button', { name: 'Save' }).click()

    await page.goto(`/book/${id}/read/notes`)
    await expect(page.getByText('1 note', { exact: true })).toBeVisible()
    await expect(page.getByText('Who holds it?')).toBeVisible()
    expect(await violationsOf(page, 'the notes')).toEqual([])
    expect(await tooWide(page, 'the notes')).toEqual([])
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export as Markdown' }).click()
    const file = await (await saved).path()
    expect(await readFile(file, 'utf8')).toMatch(
      /^# Ascend Quarterly: The First Issue\n\n.+\n\n## The third goalkeeper\n\n> .+\n>\n> .+\n\nWho holds it\?\n$/,
    )
    await page.getByRole('link', { name: 'Go there' }).click()
    await page.getByRole('button', { name: 'Note 1' }).click()
    await sheetOf(page).getByRole('button', { name: 'Delete' }).click()
    await expect(page.locator('mark')).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(mark).toBeVisible()
  })
})

test.describe('at a desk', () => {
  test.use(desktop)

  test('H marks the paragraph at the top, and nothing once the keys are off', async ({
    page,
    request,
  }) => {
    const { id } = await bookTitled(request, title)
    await page.goto(`/book/${id}/read/3`)
    await page.keyboard.press('h')
    await expect(page.getByText('Highlighted')).toBeVisible()
    await page.getByRole('button', { name: 'Add a note' }).press('Enter')
    await page.getByLabel('Your note').fill('Bees')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Highlight 1' })).toBeFocused()
    await page.getByRole('button', { name: 'Turn the keys off' }).press('Enter')
    await page.keyboard.press('h')
    await expect(page.getByRole('button', { name: 'Turn the keys on' })).toBeFocused()
    await expect(page.getByRole('button', { name: /^Highlight \d/ })).toHaveCount(1)
  })
})

test.describe('with two phones', () => {
  test.use({ ...phone, expectedErrors: /status of (410)/ })

  test('a note is on both and gone from both, and is taken along from a book that is closed', async ({
    page,
    browser,
    baseURL,
  }) => {
    await signedIn(page)
    const order = await aBoughtBook(page.request, { title: 'The Quiet Climb' })
    await page.goto(order.page)
    await page.getByRole('button', { name: 'Read here' }).click()
    const other = await browser.newContext({
      ...phone,
      ...(baseURL && { baseURL }),
      storageState: { ...(await page.context().storageState()), origins: [] },
    })
    const second = await other.newPage()
    const chapter = `/book/${order.book.id}/read/4`
    await second.goto(chapter)
    await select(second)
    await expect(sheetOf(second)).toContainText('On this phone and in your account.')
    const told = second.waitForResponse((answer) => answer.url().endsWith('/account/notes'))
    await sheetOf(second).getByRole('button', { name: 'Highlight' }).click()
    await told

    await page.goto(chapter)
    await page.mouse.wheel(0, 10)
    await page.getByRole('button', { name: 'Highlight 1' }).click()
    const deleted = page.waitForResponse((answer) => answer.url().endsWith('/account/notes'))
    await sheetOf(page).getByRole('button', { name: 'Delete' }).click()
    await deleted
    await second.reload()
    await second.mouse.wheel(0, 10)
    await expect(second.locator('mark')).toHaveCount(0)

    await select(page, 2)
    await sheetOf(page).getByRole('button', { name: 'Highlight' }).click()
    await expect(page.locator('mark').first()).toBeVisible()
    await setState(order.reference, 'refunded')
    await page.reload()
    await expect(page.getByText('Your money was given back, so this book is closed.')).toBeVisible()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download my notes' }).click()
    const file = await (await saved).path()
    expect(await readFile(file, 'utf8')).toContain('# The Quiet Climb')
    await other.close()
  })
})
