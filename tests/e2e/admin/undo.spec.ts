import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { violationsInLightAndDark } from '../axe.ts'
import { desktop, expect, phone, test } from '../test.ts'
import { tooWide } from '../too-wide.ts'
import { aWrittenStory } from './drafts.ts'
import { openEditor, openSettings } from './editor.ts'
import { aNewBook, withAdminSession } from './publisher.ts'

test.use({ expectedErrors: /status of (409|410)/ })

type Admin = Awaited<ReturnType<typeof withAdminSession>>

/** Published books with a word of their own. */
async function publishedBooks(admin: Admin, count: number) {
  const word = `w${randomUUID().slice(0, 8)}`
  const books: { id: string; title: string }[] = []
  for (let many = 1; many <= count; many++) {
    const book = await admin.ask('POST', '/admin/books', {
      ...aNewBook(),
      title: `${many} of ${word}`,
    })
    await admin.ask('PATCH', `/admin/books/${book.id}/publish`, { isPublished: true })
    books.push(book)
  }
  return { word, books: books as [{ id: string; title: string }, { id: string; title: string }] }
}

const toast = (page: Page, title: string) => page.locator('.toast').filter({ hasText: title })
const button = (page: Page, name: string, title: string) =>
  page.getByRole('button', { name: new RegExp(`^${name}\\s*: ${title}$`) })
const isPublished = async (admin: Admin, id: string) =>
  (await admin.ask('GET', `/admin/books/${id}`)).isPublished

test('a publisher undoes by keyboard alone, and goes on where they were', async ({ page }) => {
  const admin = await withAdminSession(page)
  const { word, books } = await publishedBooks(admin, 1)
  const [{ id, title }] = books
  await page.goto(`/admin/books?search=${word}`)
  const unpublish = button(page, 'Unpublish', title)

  await unpublish.focus()
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Status Updated').getByRole('button', { name: 'Undo' })).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(toast(page, 'Undone')).toBeVisible()
  await expect(unpublish).toBeFocused()
  expect(await isPublished(admin, id)).toBe(true)

  // By the button of the toast, too.
  await page.keyboard.press('Enter')
  const undo = toast(page, 'Status Updated').getByRole('button', { name: 'Undo' })
  await undo.focus()
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Undone')).toBeVisible()
  await expect(unpublish).toBeFocused()
  expect(await isPublished(admin, id)).toBe(true)
})

test('Ctrl+Z in a field takes back what was typed there, and nothing else', async ({ page }) => {
  const admin = await withAdminSession(page)
  const { word, books } = await publishedBooks(admin, 1)
  const [{ id, title }] = books
  await page.goto(`/admin/books?search=${word}`)
  await button(page, 'Unpublish', title).click()
  await expect(toast(page, 'Status Updated')).toBeVisible()
  await page.getByRole('searchbox').focus()
  await page.keyboard.press('Control+z')
  await expect(button(page, 'Publish', title)).toBeVisible()
  expect(await isPublished(admin, id)).toBe(false)
})

test('an Undo whose toast was replaced stands in the activity list', async ({ page }) => {
  const admin = await withAdminSession(page)
  const { word, books } = await publishedBooks(admin, 2)
  await page.goto(`/admin/books?search=${word}`)
  for (const { title } of books) {
    await button(page, 'Unpublish', title).click()
    await expect(button(page, 'Publish', title)).toBeVisible()
  }
  await page.goto('/admin/activity')
  const [{ id, title }] = books
  await button(page, 'Undo', `Unpublished the book ${title}`).click()
  await expect(toast(page, 'Undone')).toBeVisible()
  await expect(page.getByText(`Undid: unpublished the book ${title}`).first()).toBeVisible()
  expect(await isPublished(admin, id)).toBe(true)
})

test('what somebody has changed since is left as it is, and the toast says so', async ({
  page,
}) => {
  const admin = await withAdminSession(page)
  const { word, books } = await publishedBooks(admin, 1)
  const [{ id, title }] = books
  await page.goto(`/admin/books?search=${word}`)
  await button(page, 'Unpublish', title).click()
  await expect(toast(page, 'Status Updated')).toBeVisible()
  const { revision, pdf, ...book } = await admin.ask('GET', `/admin/books/${id}`)
  await admin.ask('PUT', `/admin/books/${id}`, {
    ...book,
    description: `${book.description} More.`,
  })
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Not Undone' })).toContainText(
    'Somebody has changed this since',
  )
  expect(await isPublished(admin, id)).toBe(false)
})

test('a story is unpublished in the editor without a question, and Undo shows it to readers again', async ({
  page,
}) => {
  const admin = await withAdminSession(page)
  const { id } = await aWrittenStory(admin, `The ferry comes back ${Date.now()}`)
  await openEditor(page, `/admin/stories/${id}/edit`)
  await openSettings(page, 'Review')
  await page.getByRole('button', { name: 'Unpublish', exact: true }).click()
  await expect(toast(page, 'Unpublished')).toBeVisible()
  expect((await page.request.get(`/api/stories/${id}`)).status()).toBe(404)
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Update' })).toBeVisible()
  expect((await page.request.get(`/api/stories/${id}`)).status()).toBe(200)
})

for (const [device, size] of Object.entries({ phone, desktop })) {
  test.describe(device, () => {
    test.use({ ...size, contextOptions: { reducedMotion: 'reduce' } })

    test(`deleted things come back, or go for ever after a question, on a ${device}`, async ({
      page,
    }) => {
      const admin = await withAdminSession(page)
      const { books } = await publishedBooks(admin, 2)
      const [one, two] = books
      for (const { id } of books) await admin.ask('DELETE', `/admin/books/${id}`)
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
}
