import type { Page } from 'playwright/test'
import { bookTitled } from '../support/content.ts'
import { fromElsewhere } from '../support/readers.ts'
import { expect } from '../support/test.ts'

export const aBuyer = () => ({
  name: 'Ngozi Bassey-Udo',
  email: `ngozi.${Date.now()}.${Math.floor(Math.random() * 1e9)}@buyers.example`,
})

/** The purchase box of a page. */
export function box(page: Page) {
  const region = page.getByRole('region', { name: 'Purchase Options' })
  return {
    region,
    quantity: region.getByLabel('Quantity'),
    less: region.getByRole('button', { name: 'One copy less' }),
    more: region.getByRole('button', { name: 'One copy more' }),
    card: region.getByRole('radio', { name: 'Card' }),
    transfer: region.getByRole('radio', { name: 'Transfer' }),
    name: region.getByLabel('Your Name'),
    email: region.getByLabel('Email'),
    total: region.locator('output'),
    buy: region.locator('[type=submit]'),
    problem: region.locator('[data-problem]'),
  }
}

export async function opened(page: Page, title = 'The Quiet Climb') {
  await fromElsewhere(page)
  const book = await bookTitled(page.request, title)
  await page.goto(`/book/${book.id}`)
  return { ...box(page), book }
}

/** The box as it is once its script sends the purchase. */
export async function armed(page: Page, title?: string) {
  const opening = await opened(page, title)
  await opening.name.focus()
  await expect(opening.region.locator('form[data-ready]')).toBeVisible()
  return opening
}

export async function filled(page: Page, title?: string) {
  const opening = await armed(page, title)
  const buyer = aBuyer()
  await opening.name.fill(buyer.name)
  await opening.email.fill(buyer.email)
  return { ...opening, buyer }
}

/** Every purchase that the page sends, and the key that came with it. */
export function watchOrders(page: Page) {
  const sent: { key: string | undefined; body: string | null }[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/orders')
      sent.push({ key: request.headers()['idempotency-key'], body: request.postData() })
  })
  return sent
}
