import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from 'playwright/test'
import { anAddress } from '#tests/magazine/posts.ts'
import { bookTitled } from '../support/content.ts'
import { inDatabase } from '../support/service.ts'
import { expect } from '../support/test.ts'

interface Wanted {
  /** The title of a book of the demo content. */
  title?: string
  quantity?: number
  paymentMethod?: 'card' | 'transfer'
  buyerEmail?: string
}

/**
 * What somebody has ordered and not yet paid for, a signed-in reader if the requests are theirs; the key is what
 * stands in the buyer's links.
 */
export async function anOrder(
  request: APIRequestContext,
  { title = 'The Borehole Committee', ...wanted }: Wanted = {},
) {
  const book = await bookTitled(request, title)
  const purchase = {
    buyerName: 'Ngozi Bassey-Udo',
    buyerEmail: `ngozi.${randomUUID()}@buyers.example`,
    quantity: 1,
    ...wanted,
  }
  const answer = await request.post('/api/orders', {
    data: { bookId: book.id, ...purchase },
    headers: { 'X-Forwarded-For': anAddress() },
  })
  expect(answer.status()).toBe(201)
  const { reference, amount, checkoutUrl } = (await answer.json()) as {
    reference: string
    amount: number
    checkoutUrl: string
  }
  const { returnUrl, orderNumber } = await inDatabase(async (sql) => {
    const [placed] = await sql<{ returnUrl: string; orderNumber: string }[]>`
      select return_url, order_number from test_payments join orders using (reference)
      where reference = ${reference}`
    return placed as NonNullable<typeof placed>
  })
  const key = new URL(returnUrl).searchParams.get('key') ?? ''
  return {
    ...purchase,
    book,
    reference,
    orderNumber,
    amount,
    key,
    checkout: checkoutUrl,
    page: `/order/${reference}?key=${key}`,
  }
}

/** An order that came to its end in the test checkout, and whose buyer came back. */
export async function anEndedOrder(
  request: APIRequestContext,
  outcome: 'pay' | 'fail' | 'cancel',
  wanted: Wanted = {},
) {
  const order = await anOrder(request, wanted)
  await request.post(`/api/test-checkout/${order.reference}`, { data: { outcome } })
  await request.post(`/api/orders/${order.reference}/check`, { data: { key: order.key } })
  return order
}

/** The same, paid, with the link to the file. */
export async function aBoughtBook(request: APIRequestContext, wanted: Wanted = {}) {
  const order = await anEndedOrder(request, 'pay', wanted)
  const link = new URLSearchParams({ key: order.key })
  const { status, download } = await (
    await request.get(`/api/orders/${order.reference}?${link}`)
  ).json()
  expect(status).toBe('paid')
  return { ...order, download: download.url as string }
}

/** Makes it look as if the order had come to be so by itself. */
export async function setState(reference: string, state: 'expired' | 'needs_review' | 'refunded') {
  await inDatabase(
    (sql) => sql`
      update orders set state = ${state}, refunded_at = case when ${state} = 'refunded' then now() end
      where reference = ${reference}`,
  )
}

/** Twenty seconds have passed at the bank. */
export async function letTransferArrive(reference: string) {
  await inDatabase(
    (sql) => sql`
      update test_payments set arrives_at = now() - interval '1 second' where reference = ${reference}`,
  )
}
