import type { Page } from 'playwright/test'
import { formatNaira } from '#contract/money.ts'
import { anAuthor, aSaleFor } from '../shop/statements.ts'
import { violationsInLightAndDark } from '../support/axe.ts'
import { desktop, expect, isHydrated, phone, test } from '../support/test.ts'
import { aWrittenStory, saveDraft } from './magazine/drafts.ts'
import { aNewBook, withAdminSession } from './publisher.ts'

const menu = (page: Page) => page.getByRole('dialog', { name: 'Search' })
const field = (page: Page) => menu(page).getByRole('combobox')
const option = (page: Page, name: string | RegExp) => menu(page).getByRole('option', { name })
const chosen = (page: Page) => menu(page).locator('[role="option"][aria-selected="true"]')

async function openByKeys(page: Page) {
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
}

/** The shell's button: in the side bar of a laptop, at the top of a phone. */
const theMagnifier = (page: Page) => page.locator('[data-open-search]:visible')

/** A story and a book that one word finds. */
async function twoThings(page: Page, options = {}) {
  const admin = await withAdminSession(page, options)
  const word = `kunu${Date.now().toString(36)}`
  const story = await aWrittenStory(admin, `She sold ${word} at dawn`)
  const title = `Big ${word}`
  const book: { id: string } = await admin.ask('POST', '/admin/books', { ...aNewBook(), title })
  await admin.ask('PATCH', `/admin/books/${book.id}/publish`, { isPublished: true })
  return { admin, word, story, book }
}

test.describe('on a laptop', () => {
  test.use({
    ...desktop,
    viewport: { width: 1280, height: 900 },
    contextOptions: { reducedMotion: 'reduce' },
  })

  test('a story and a book are found, chosen and opened by keyboard alone', async ({ page }) => {
    const { word, story, book } = await twoThings(page)
    const found: string[] = []

    await test.step('the menu is loaded once it is asked for', async () => {
      await page.goto('/admin/dashboard')
      await isHydrated(page)
      const loaded: string[] = []
      page.on('request', (request) => loaded.push(request.url()))
      expect(
        await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)),
      ).not.toEqual(expect.arrayContaining([expect.stringContaining('show-command-menu')]))
      await openByKeys(page)
      expect(loaded).toEqual(expect.arrayContaining([expect.stringContaining('show-command-menu')]))
      await expect(menu(page).getByRole('group', { name: 'Create' })).toContainText('Write a story')
      await expect(option(page, /^Rebuild site/)).toBeVisible()
      found.push(...(await violationsInLightAndDark(page, 'the empty menu')))
    })

    await test.step('arrows and Tab move through results and what can be done with them', async () => {
      await field(page).fill(`${word}`)
      await expect(menu(page).getByRole('group', { name: 'Stories' })).toContainText('0 reads')
      await expect(menu(page).getByRole('status')).toHaveText('2 results')
      await expect(chosen(page)).toContainText(`She sold ${word} at dawn`)
      await expect(field(page)).toHaveAttribute(
        'aria-activedescendant',
        (await chosen(page).getAttribute('id')) ?? '',
      )
      await page.keyboard.press('ArrowDown')
      await expect(chosen(page)).toContainText(`Big ${word}`)
      await page.keyboard.press('Tab')
      await expect(chosen(page)).toContainText('Edit')
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await expect(chosen(page)).toContainText('View')
      await page.keyboard.press('Tab')
      await expect(chosen(page)).toContainText('Review')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(`/admin/stories?story=${story.id}`)
    })

    await test.step('what was opened stands under Last opened, and Enter means what is typed', async () => {
      await openByKeys(page)
      await expect(menu(page).getByRole('group', { name: 'Last opened' })).toContainText(word)
      await field(page).fill(`big ${word}`)
      // The key comes at once: it means what is typed, not what is shown.
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(`/admin/books/${book.id}/edit`)
    })

    await test.step('Escape closes it and the focus goes back', async () => {
      const button = theMagnifier(page)
      await button.focus()
      await page.keyboard.press('Enter')
      await expect(field(page)).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(menu(page)).toHaveCount(0)
      await expect(button).toBeFocused()
    })
    expect(found).toEqual([])
  })

  test('an author account is found by a book of theirs, and opened by keyboard alone', async ({
    page,
  }) => {
    const { admin, word, book } = await twoThings(page)
    const { id, name } = await admin.ask('POST', '/admin/author-accounts', anAuthor())
    await admin.ask('PUT', `/admin/author-accounts/${id}/shares/${book.id}`, { percent: 40 })
    const { amount } = await aSaleFor(page.request, id)
    await page.goto('/admin/dashboard')
    await isHydrated(page)
    const fact = `Author account, balance ${formatNaira(amount * 0.4)}`
    await openByKeys(page)
    await field(page).fill(`big ${word}`)
    const row = menu(page).getByRole('group', { name: 'Author accounts' }).getByRole('option')
    await expect(row).toContainText(name)
    await expect(row).toContainText(fact)
    await page.keyboard.press('ArrowDown')
    await expect(chosen(page)).toContainText(name)
    await page.keyboard.press('Tab')
    await expect(
      menu(page).getByRole('group', { name: 'Actions on this author account' }),
    ).toBeVisible()
    expect(await violationsInLightAndDark(page, 'an author account in the menu')).toEqual([])
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/admin/statements?account=${id}`)
    await expect(page.getByRole('heading', { name })).toBeVisible()
    await openByKeys(page)
    await expect(menu(page).getByRole('group', { name: 'Last opened' })).toContainText(fact)
    await page.keyboard.press('Control+k')
    await expect(menu(page)).toHaveCount(0)
  })

  test('words that nothing has become a title, and in its editor the keys open the link dialog where text is selected', async ({
    page,
  }) => {
    await withAdminSession(page)
    const word = `Kilishi${Date.now().toString(36)}`
    await page.goto('/admin/account')
    await openByKeys(page)
    await field(page).fill(`${word} & rain`)
    await expect(menu(page)).toContainText(`No results for “${word} & rain”.`)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/admin/account')
    await page.keyboard.press('ArrowDown')
    await expect(chosen(page)).toContainText(`Write a story called “${word} & rain”`)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(`${word} & rain`)
    await expect(page).toHaveURL(/stories\/[\w-]+\/edit$/)
    await expect(page.getByText('Saved just now')).toBeVisible()

    await page.locator('.ProseMirror').click()
    await page.keyboard.type('Rain came early')
    await openByKeys(page)
    await page.keyboard.press('Escape')
    await expect(page.locator('.ProseMirror')).toBeFocused()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog', { name: 'Link' })).toBeVisible()
    await expect(menu(page)).toHaveCount(0)
  })

  test('from it a story is unpublished, brought back and put into a newsletter, and the site is rebuilt', async ({
    page,
    expectErrors,
  }) => {
    const { word, story } = await twoThings(page, { isOwn: true })
    const status = async () => (await page.request.get(`/api/stories/${story.id}`)).status()
    await page.goto('/admin/account')
    await openByKeys(page)
    await field(page).fill('rebuild')
    // The list has moved by then; a press on a row that moves meets another.
    await expect(chosen(page)).toContainText('Rebuild site')
    await option(page, /^Rebuild site/).click()
    await expect(page.getByText('Build Started')).toBeVisible()
    await expect(menu(page)).toHaveCount(0)

    await openByKeys(page)
    await field(page).fill(word)
    await option(page, /^Unpublish/).click()
    await expect(menu(page)).toHaveCount(0)
    await expect(page.locator('.toast')).toContainText('Unpublished')
    expect(await status()).toBe(404)
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
    await expect(page.locator('.toast')).toContainText('Undone')
    expect(await status()).toBe(200)

    await openByKeys(page)
    await field(page).fill(word)
    await option(page, /^Add to a newsletter/).click()
    await expect(page).toHaveURL(/\/admin\/letters\/.+\/edit$/)
    await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toContainText(word)

    await test.step('signing out forgets what was opened', async () => {
      await page.goto('/admin/account')
      await openByKeys(page)
      await field(page).fill(`big ${word}`)
      await expect(chosen(page)).toContainText(word)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/edit$/)
      const kept = () => page.evaluate(() => localStorage.getItem('ascend.last-opened'))
      expect(await kept()).toContain('path')
      await page.goto('/admin/dashboard')
      // What the page still asks for when somebody leaves is refused.
      await expectErrors(/status of 401/, async () => {
        await page.getByRole('button', { name: 'Logout' }).first().click()
        await expect(page).toHaveURL('/admin/login')
      })
      expect(await kept()).toBeNull()
    })
  })
})

test.describe('on a phone', () => {
  test.use(phone)

  test('it fills the screen, shows the actions on a touch, and finds a discount code by its note', async ({
    page,
  }) => {
    const { admin, word, book } = await twoThings(page)
    const { id, code } = await admin.ask('POST', '/admin/discounts', { percent: 30, note: word })
    await saveDraft(admin, crypto.randomUUID(), 0, { title: `${word}-draft` })
    await page.goto('/admin/orders')
    const button = theMagnifier(page)
    await button.tap()
    await menu(page).getByRole('button', { name: 'Close' }).tap()
    await expect(menu(page)).toHaveCount(0)
    await expect(button).toBeFocused()
    await button.tap()
    await expect(field(page)).toBeFocused()
    expect(await menu(page).boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 800 })
    await field(page).fill(word)
    const row = option(page, new RegExp(`^Big ${word}`))
    await expect(row).toBeVisible()
    await expect(menu(page).getByRole('group', { name: /^Actions/ })).toHaveCount(0)
    const more = row.locator('.menu-more')
    const box = await more.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    await more.tap()
    await expect(menu(page).getByRole('group', { name: 'Actions on this book' })).toBeVisible()
    await expect(option(page, /^View/)).toHaveAttribute('href', /^\/book\//)
    expect(await violationsInLightAndDark(page, 'the menu on a phone')).toEqual([])
    await row.tap()
    await expect(page).toHaveURL(`/admin/books/${book.id}/edit`)

    await theMagnifier(page).tap()
    await field(page).fill(word)
    const discount = menu(page).getByRole('group', { name: 'Discount codes' }).getByRole('option')
    await expect(discount).toContainText(code)
    await expect(discount).toContainText('Running, 30% off, 0 uses')
    await discount.tap()
    await expect(page).toHaveURL(`/admin/discounts?discount=${id}`)
  })
})
