import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { violationsInLightAndDark } from '../support/axe.ts'
import { expect, phone, test } from '../support/test.ts'
import { tooWide } from '../support/too-wide.ts'
import { aNewBook, withAdminSession } from './publisher.ts'

test.use({ expectedErrors: /status of (409|410)/ })

type Admin = Awaited<ReturnType<typeof withAdminSession>>
type Book = { id: string; title: string }

/** Publishes books with a word of their own. */
async function publishedBooks(admin: Admin, count: number) {
  const word = `w${randomUUID().slice(0, 8)}`
  const books: Book[] = []
  for (let many = 1; many <= count; many++) {
    const book = await admin.ask('POST', '/admin/books', {
      ...aNewBook(),
      title: `${many} of ${word}`,
    })
    await admin.ask('PATCH', `/admin/books/${book.id}/publish`, { isPublished: true })
    books.push(book)
  }
  return { word, books }
}

const toast = (page: Page, title: string) => page.locator('.toast').filter({ hasText: title })
const button = (page: Page, name: string, title: string) =>
  page.getByRole('button', { name: new RegExp(`^${name}\\s*: ${title}$`) })
const isPublished = async (admin: Admin, id: string) =>
  (await admin.ask('GET', `/admin/books/${id}`)).isPublished

test('a publisher undoes what they did last, by keyboard alone, and goes on where they were', async ({
  page,
}) => {
  const admin = await withAdminSession(page)
  const { word, books } = await publishedBooks(admin, 3)
  const [{ id, title }, ...others] = books as [Book, ...Book[]]
  await page.goto(`/admin/books?search=${word}`)
  const unpublish = button(page, 'Unpublish', title)
  const undo = toast(page, 'Status Updated').getByRole('button', { name: 'Undo' })
  const isUndone = async () => {
    await expect(toast(page, 'Undone')).toBeVisible()
    await expect(unpublish).toBeFocused()
    expect(await isPublished(admin, id)).toBe(true)
  }

  await test.step('by Ctrl+Z', async () => {
    await unpublish.focus()
    await page.keyboard.press('Enter')
    await expect(undo).toBeVisible()
    await page.keyboard.press('Control+z')
    await isUndone()
  })
  await test.step('by the button of the toast', async () => {
    await page.keyboard.press('Enter')
    await undo.focus()
    await page.keyboard.press('Enter')
    await isUndone()
  })
  await test.step('Ctrl+Z in a field takes back what was typed there, and nothing else', async () => {
    await unpublish.click()
    await expect(undo).toBeVisible()
    await page.getByRole('searchbox').focus()
    await page.keyboard.press('Control+z')
    await expect(button(page, 'Publish', title)).toBeVisible()
    expect(await isPublished(admin, id)).toBe(false)
  })
  await test.step('what somebody has changed since is left as it is', async () => {
    const { revision, pdf, ...book } = await admin.ask('GET', `/admin/books/${id}`)
    const description = `${book.description} More.`
    await admin.ask('PUT', `/admin/books/${id}`, { ...book, description })
    await undo.click()
    await expect(page.getByRole('alert').filter({ hasText: 'Not Undone' })).toContainText(
      'Somebody has changed this since',
    )
    expect(await isPublished(admin, id)).toBe(false)
  })
  await test.step('an Undo whose toast was replaced stands in the activity list', async () => {
    for (const other of others) {
      await button(page, 'Unpublish', other.title).click()
      await expect(button(page, 'Publish', other.title)).toBeVisible()
    }
    await page.goto('/admin/activity')
    const [replaced] = others as [Book]
    await button(page, 'Undo', `Unpublished the book ${replaced.title}`).click()
    await expect(toast(page, 'Undone')).toBeVisible()
    const told = `Undid: unpublished the book ${replaced.title}`
    await expect(page.getByText(told).first()).toBeVisible()
    expect(await isPublished(admin, replaced.id)).toBe(true)
  })
})

test.describe('on a phone', () => {
  test.use({ ...phone, contextOptions: { reducedMotion: 'reduce' } })

  test('deleted things come back, or go for ever after a question', async ({ page }) => {
    const admin = await withAdminSession(page)
    const { books } = await publishedBooks(admin, 2)
    const [one, two] = books as [Book, Book]
    for (const { id } of books) await admin.ask('DELETE', `/admin/books/${id}`)
    await test.step('as long as nothing is deleted, the list says how things come back', async () => {
      await page.route(/\/api\/admin\/deleted\?/, (route) =>
        route.fulfill({ json: [], headers: { 'X-Total-Count': '0' } }),
      )
      await page.goto('/admin/deleted')
      await expect(page.getByRole('heading', { name: 'Nothing is deleted' })).toBeVisible()
      await expect(page.getByText('Undo it within 10 seconds')).toBeVisible()
      expect(await violationsInLightAndDark(page, 'nothing deleted')).toEqual([])
      await page.unrouteAll()
    })
    await page.goto('/admin/settings')
    await page.getByRole('link', { name: /^Deleted/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Deleted')
    await expect(button(page, 'Bring back', one.title)).toBeVisible()
    expect(await tooWide(page, 'the deleted things')).toEqual([])
    expect(await violationsInLightAndDark(page, 'the deleted things')).toEqual([])

    await button(page, 'Bring back', one.title).focus()
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Brought Back')).toBeVisible()
    await expect(button(page, 'Bring back', one.title)).toHaveCount(0)
    await expect(page.locator('#list')).toBeFocused()
    expect(await isPublished(admin, one.id)).toBe(false)

    await button(page, 'Delete for ever', two.title).click()
    const dialog = page.getByRole('dialog', { name: `Delete “${two.title}” for ever?` })
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Delete for ever' }).click()
    await expect(toast(page, 'Deleted For Ever')).toBeVisible()
    await expect(button(page, 'Bring back', two.title)).toHaveCount(0)
  })
})
