import { randomUUID } from 'node:crypto'
import { violationsOf } from '#tests/e2e/support/axe.ts'
import { expect, phone, test } from '#tests/e2e/support/test.ts'
import { tooWide } from '#tests/e2e/support/too-wide.ts'
import { aPdf } from '#tests/shop/pdfs.ts'
import { aNewBook, withAdminSession } from '../publisher.ts'

test.use({ ...phone, colorScheme: 'dark', expectedErrors: /status of 400/ })

test('the publisher makes a bundle by keyboard, and its page says what is in it', async ({
  page,
}) => {
  const { ask, token } = await withAdminSession(page)
  const word = randomUUID().slice(0, 8)
  const books: { id: string; title: string }[] = []
  for (const name of ['First', 'Second', 'Third']) {
    const title = `${name} ${word}`
    const made = (await ask('POST', '/admin/books', { ...aNewBook(), title })) as { id: string }
    const stored = await page.request.put(`/api/admin/books/${made.id}/file`, {
      headers: { Authorization: `Bearer ${token}` },
      data: aPdf(3),
    })
    expect(stored.ok()).toBe(true)
    await ask('PATCH', `/admin/books/${made.id}/publish`, { isPublished: true })
    books.push({ id: made.id, title })
  }
  const [first, second, third] = books.map(({ title }) => title) as [string, string, string]
  const bundle = (await ask('POST', '/admin/books', aNewBook())) as { id: string }
  await page.goto(`/admin/books/${bundle.id}/edit`)
  const parts = page.getByRole('group', { name: /Parts of a bundle/ })
  const chosen = parts.locator('ol').getByRole('listitem')
  const search = page.getByLabel('Add a book')

  await parts.getByRole('button', { name: 'Choose books' }).press('Enter')
  await search.fill(word)
  await parts.getByRole('button', { name: `Add ${second}` }).press('Enter')
  await expect(search).toBeFocused()
  await expect(parts.getByRole('status')).toHaveText(`${second} is part 1.`)
  await page.getByRole('button', { name: 'Update Book' }).tap()
  await expect(parts).toHaveAccessibleDescription('A bundle has from 2 to 20 parts')

  await parts.getByRole('button', { name: `Add ${first}` }).press('Enter')
  await parts.getByRole('button', { name: `Add ${third}` }).press('Enter')
  await parts.getByRole('button', { name: `Move ${first} up` }).press('Enter')
  await expect(parts.getByRole('button', { name: `Move ${first} down` })).toBeFocused()
  await parts.getByRole('button', { name: `Remove ${third}` }).press('Enter')
  await expect(chosen).toHaveText([`1. ${first}`, `2. ${second}`])
  await expect(search).toBeFocused()
  expect(await violationsOf(page, 'the parts of a bundle')).toEqual([])
  expect(await tooWide(page, 'the parts of a bundle')).toEqual([])
  await page.getByRole('button', { name: 'Update Book' }).tap()
  await expect
    .poll(async () => {
      const { parts: stored } = (await ask('GET', `/admin/books/${bundle.id}`)) as {
        parts: { title: string }[]
      }
      return stored.map(({ title }) => title)
    })
    .toEqual([first, second])
  // The form leads back to the list, whose book it was.
  await expect(page).toHaveURL(/\/admin\/dashboard/)

  await ask('PATCH', `/admin/books/${bundle.id}/publish`, { isPublished: true })
  await page.goto(`/book/${bundle.id}`)
  for (const { id, title } of books.slice(0, 2)) {
    await expect(page.getByRole('main').getByRole('link', { name: title })).toHaveAttribute(
      'href',
      `/book/${id}`,
    )
  }
  await expect(page.getByRole('button', { name: /Buy Now/ })).toBeEnabled()
  await ask('PATCH', `/admin/books/${books[1]?.id}/publish`, { isPublished: false })
  await page.reload()
  await expect(page.getByRole('main')).toContainText('A book of this bundle is not sold any more.')
  await expect(page.getByRole('button', { name: /Buy Now/ })).toBeDisabled()
})
