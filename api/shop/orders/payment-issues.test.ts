import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { paystackPayments } from '#api/integrations/paystack.ts'
import { sql } from '#db/sql.ts'
import { aFolder } from '#tests/folders.ts'
import { aVisitor, startApp, thePublisher } from '#tests/people.ts'
import { aPaystackServer } from '#tests/servers/paystack-server.ts'
import { aBookWithFile } from '#tests/shop/buyers.ts'

/** An order that was paid at Paystack, and the publisher who looks at it. */
async function aPaidOrder() {
  const dataDir = await aFolder()
  const paystack = await aPaystackServer()
  const app = await startApp({ payments: paystackPayments(paystack.options), dataDir })
  const { call } = await aVisitor(app)
  const { id: bookId } = await aBookWithFile(dataDir)
  const { reference } = await call('POST /orders', {
    bookId,
    buyerName: 'Ngozi Bassey-Udo',
    buyerEmail: `ngozi-${randomUUID()}@buyers.example`,
  })
  const hear = (event: string, fields?: object) =>
    paystack.tell(`${app}/api/webhooks/paystack`, event, reference, fields)
  const admin = await thePublisher(app)
  const look = async () => (await admin.call('GET /admin/orders', { search: reference }))[0]
  paystack.pay(reference)
  await hear('charge.success')
  await expect.poll(async () => (await look())?.status).toBe('paid')
  const refund = () => admin.call('POST /admin/orders/:reference/refund', { reference })
  const refundsAsked = () => paystack.asked.filter(({ path }) => path === '/refund').length
  const mails = () => sql<{ data: { concern: string } }[]>`
    select data from mails where kind = 'orderConcern' and data ->> 'reference' = ${reference}`
  return { paystack, reference, hear, look, refund, refundsAsked, mails }
}

const whatOf = (order: { events: { what: string }[] } | undefined) =>
  order?.events.map(({ what }) => what)

describe('the publisher', () => {
  test.each([
    ['refund.failed', 'refund failed'],
    ['refund.needs-attention', 'refund needs attention'],
  ])('is told once of a failed refund (%s), and can request it again', async (event, concern) => {
    const { hear, look, refund, refundsAsked, mails, paystack, reference } = await aPaidOrder()
    expect((await refund()).status).toBe('paid')
    await refund()
    expect(refundsAsked()).toBe(1)
    for (let time = 0; time < 3; time++) expect((await hear(event)).status).toBe(200)
    expect(whatOf(await look())).toEqual(['pending', 'paid', 'refund asked', concern])
    expect((await mails()).map(({ data }) => data.concern)).toEqual([concern])

    paystack.change(reference, { refund: undefined })
    await refund()
    expect(refundsAsked()).toBe(2)
    paystack.giveBack(reference)
    await hear('refund.processed')
    await expect.poll(async () => (await look())?.status).toBe('refunded')
  })

  test('is told once of a disputed payment, whose order stays the same', async () => {
    const { hear, look, mails } = await aPaidOrder()
    await Promise.all(Array.from({ length: 5 }, () => hear('charge.dispute.create')))
    expect((await look())?.status).toBe('paid')
    expect(whatOf(await look())).toEqual(['pending', 'paid', 'disputed'])
    expect(await mails()).toHaveLength(1)
  })

  test('is told nothing about orders of other shops', async () => {
    const { hear, mails } = await aPaidOrder()
    await hear('refund.failed', { transaction_reference: 'ASC-00000000000000000000000000' })
    expect(await mails()).toHaveLength(0)
  })
})
