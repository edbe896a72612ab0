import { randomUUID } from 'node:crypto'
import { expect, test } from '#tests/e2e/support/test.ts'
import { anAddress } from '#tests/magazine/posts.ts'
import { aPdf } from '#tests/shop/pdfs.ts'
import { aNewBook, withAdminSession } from '../publisher.ts'

test('a book can be bought only once the publisher has uploaded its PDF', async ({ page }) => {
  const { ask, token } = await withAdminSession(page)
  const book = (await ask('POST', '/admin/books', aNewBook())) as { id: string; title: string }
  await ask('PATCH', `/admin/books/${book.id}/publish`, { isPublished: true })
  const buy = () =>
    page.request.post('/api/orders', {
      data: {
        bookId: book.id,
        buyerName: 'Ngozi Bassey-Udo',
        buyerEmail: `ngozi.${randomUUID()}@buyers.example`,
      },
      headers: { 'X-Forwarded-For': anAddress() },
    })

  await page.goto(`/book/${book.id}`)
  const box = page.getByRole('region', { name: 'Purchase Options' })
  const button = box.getByRole('button', { name: 'Buy Now - ₦3,500' })
  await expect(box.getByText('Not yet available')).toBeVisible()
  await expect(button).toBeDisabled()
  await expect(box.getByRole('textbox')).toHaveCount(0)
  expect(await page.content()).toContain('https://schema.org/OutOfStock')
  const refused = await buy()
  expect(refused.status()).toBe(409)
  expect((await refused.json()).message).toContain('not yet available')

  const uploaded = await page.request.put(`/api/admin/books/${book.id}/file`, {
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/pdf' },
    data: aPdf(3),
  })
  expect(uploaded.status()).toBe(200)
  // The very next look: no memory of the page may be older than the file.
  await page.goto(`/book/${book.id}`)
  await expect(button).toBeEnabled()
  await expect(box.getByText('Not yet available')).toHaveCount(0)
  expect(await page.content()).toContain('https://schema.org/InStock')
  expect((await buy()).status()).toBe(201)
})
