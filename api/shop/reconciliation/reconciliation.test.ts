import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { flutterwavePayments } from '#api/integrations/flutterwave.ts'
import type { ListedPayment, Payments } from '#api/integrations/integrations.ts'
import { paystackPayments } from '#api/integrations/paystack.ts'
import { settleOrder } from '#api/shop/orders/settle-order.ts'
import { shopWith } from '#api/shop/shop.ts'
import { dayOf } from '#contract/dates.ts'
import { sql } from '#db/sql.ts'
import { aVisitor, startApp, theStaff } from '#tests/people.ts'
import { aFlutterwaveServer } from '#tests/servers/flutterwave-server.ts'
import { aPaystackServer } from '#tests/servers/paystack-server.ts'
import { aPretendProvider } from '#tests/servers/pretend-provider.ts'
import { rowOf } from '#tests/shop/purchases.ts'
import {
  aPendingOrder,
  aShop,
  log,
  orderSecret,
  outcomeOf,
  type Pending,
} from '#tests/shop/settling.ts'
import { compareDay, compareDueDays } from './reconcile.ts'

beforeEach(async () => {
  await sql`delete from rate_limits`
  await sql`delete from payment_days`
  // Other tests' orders are of other days.
  await sql`update orders set paid_at = paid_at - interval '1 year' where paid_at > '2026-01-01'`
})

const today = () => dayOf(new Date())

/** A shop, its keeper, and what the provider says of an order, asked or in its list. */
async function aKeeper() {
  const shop = await aShop()
  const { call } = await theStaff('shopkeeper', shop.base)
  const says = (
    { reference }: Pick<Pending, 'reference'>,
    status: ListedPayment['status'],
    fields: Partial<ListedPayment> = {},
  ) => {
    const payment = {
      reference,
      status,
      providerStatus: status,
      currency: 'NGN',
      amountKobo: shop.opened.get(reference)?.amountKobo ?? 0,
      ...fields,
    }
    const at = shop.listed.findIndex((one) => one.reference === reference)
    shop.listed.splice(at < 0 ? shop.listed.length : at, at < 0 ? 0 : 1, payment)
    shop.says(reference, payment)
  }
  const aPaidOrder = async () => {
    const order = await aPendingOrder(shop)
    says(order, 'success', { amountKobo: order.amountKobo })
    await settleOrder(order.reference, 'webhook', shop.settling)
    await sql`update orders set paid_at = now() where id = ${order.id}`
    return order
  }
  const compare = () => call('POST /admin/payment-days/compare', { day: today() })
  const kindsOf = async () =>
    Object.fromEntries(
      (await call('GET /admin/payment-days', {})).differences.map((one) => [
        one.reference,
        one.kind,
      ]),
    )
  return { ...shop, shop, call, says, aPaidOrder, compare, kindsOf }
}

describe('the list of a day', () => {
  test('that is as the orders are has no differences, and says when it was compared', async () => {
    const { aPaidOrder, compare, shop, says } = await aKeeper()
    await aPaidOrder()
    const open = await aPendingOrder(shop)
    says(open, 'abandoned')
    const { days, differences, totalDifferences } = await compare()
    expect(days).toMatchObject([
      { provider: 'paystack', day: today(), payments: 2, settled: 0, failure: null },
    ])
    expect(days[0]?.comparedAt).toEqual(expect.any(String))
    expect([differences, totalDifferences]).toEqual([[], 0])
  })

  test('with a payment that nobody has told us of delivers its order', async () => {
    const { compare, shop, says } = await aKeeper()
    const order = await aPendingOrder(shop)
    await sql`update orders set state = 'expired' where id = ${order.id}`
    says(order, 'success')
    expect(await compare()).toMatchObject({ days: [{ settled: 1 }], differences: [] })
    expect(await outcomeOf(order)).toMatchObject({ state: 'paid', links: 1, mails: ['receipt'] })
    const events = await sql`
      select by from order_events where order_id = ${order.id} and what = 'paid'`
    expect(events).toEqual([{ by: 'reconciliation' }])
    // What was found once is not counted again.
    expect(await compare()).toMatchObject({ days: [{ settled: 1 }], differences: [] })
  })

  test('with a refund that nobody has told us of ends its order', async () => {
    const { aPaidOrder, compare, says } = await aKeeper()
    const order = await aPaidOrder()
    says(order, 'reversed')
    expect(await compare()).toMatchObject({ differences: [] })
    expect(await rowOf(order.reference)).toMatchObject({ state: 'refunded' })
  })

  test('shows what differs and cannot be settled, each with its order', async () => {
    const { aPaidOrder, compare, shop, says, first } = await aKeeper()
    const unpaidThere = await aPaidOrder()
    says(unpaidThere, 'failed')
    const otherAmount = await aPendingOrder(shop)
    says(otherAmount, 'success', { amountKobo: 100 })
    const refundedHere = await aPaidOrder()
    await sql`update orders set state = 'refunded', refunded_at = now() where id = ${refundedHere.id}`
    const unknown = `ASC-${'7'.repeat(26)}`
    says({ reference: unknown }, 'success', { amountKobo: 5000 })
    // It can be listed, but not settled.
    const paidThere = await aPendingOrder(shop)
    says(paidThere, 'success')
    first(async (what) => {
      if (what === 'verify') throw new Error('The provider does not answer')
    })
    await expect(compare()).resolves.toMatchObject({
      days: [{ failure: 'The provider does not answer', comparedAt: null }],
    })
    let asked = 0
    first(async (what, reference) => {
      if (what === 'verify' && reference === paidThere.reference && ++asked > 1)
        throw new Error('The provider does not answer')
    })
    const { differences, totalDifferences, days } = await compare()
    expect(days).toMatchObject([{ failure: null }])
    expect(totalDifferences).toBe(5)
    const byReference = Object.fromEntries(differences.map((one) => [one.reference, one]))
    expect(byReference).toMatchObject({
      [unpaidThere.reference]: { kind: 'paidHere', order: { status: 'paid', amount: 3752.25 } },
      [otherAmount.reference]: {
        kind: 'otherAmount',
        amount: 1,
        order: { status: 'pending', buyerName: 'Bisi Ade-Cole' },
      },
      [refundedHere.reference]: { kind: 'refundedHere', order: { status: 'refunded' } },
      [unknown]: { kind: 'unknown', amount: 50, order: null },
      [paidThere.reference]: { kind: 'paidThere', amount: 3752.25, order: { status: 'pending' } },
    })
  })

  test('has no difference any more once somebody has settled it, without another comparison', async () => {
    const { aPaidOrder, call, compare, kindsOf, shop, says, first } = await aKeeper()
    const paidThere = await aPendingOrder(shop)
    says(paidThere, 'success')
    const refundedThere = await aPaidOrder()
    says(refundedThere, 'reversed')
    let asked = 0
    first(async (what) => {
      if (what === 'verify' && ++asked > 2) throw new Error('The provider does not answer')
    })
    await compare()
    expect(await kindsOf()).toEqual({
      [paidThere.reference]: 'paidThere',
      [refundedThere.reference]: 'refundedThere',
    })
    const settle = ({ reference }: Pending) =>
      call('POST /admin/orders/:reference/settle', { reference })
    await expect(settle(paidThere)).rejects.toMatchObject({ status: 503 })
    first(async () => {})
    expect(await settle(paidThere)).toMatchObject({ status: 'paid' })
    expect(await settle(refundedThere)).toMatchObject({ status: 'refunded' })
    expect(await kindsOf()).toEqual({})
  })

  test('has no difference for a payment of another day that the provider confirms', async () => {
    const { aPaidOrder, compare, listed } = await aKeeper()
    await aPaidOrder()
    listed.length = 0
    expect(await compare()).toMatchObject({ differences: [] })
  })

  test('leaves out payments that are no shop’s of ours, and unpaid ones of references that were given up', async () => {
    const { compare, says } = await aKeeper()
    says({ reference: 'another-shop-1' }, 'success')
    says({ reference: `asc-${'7'.repeat(26)}` }, 'success')
    says({ reference: `ASC-${'8'.repeat(26)}` }, 'abandoned')
    expect(await compare()).toMatchObject({ days: [{ payments: 1 }], differences: [] })
  })

  test('loses a difference that the provider does not have any more', async () => {
    const { compare, says, listed } = await aKeeper()
    says({ reference: `ASC-${'9'.repeat(26)}` }, 'success')
    expect((await compare()).differences).toHaveLength(1)
    listed.length = 0
    expect((await compare()).differences).toEqual([])
  })
})

describe('each night', () => {
  const night = (hour: number) =>
    new Date(`2026-11-25T${String(hour).padStart(2, '0')}:30:00+01:00`)
  const daysOf = () =>
    sql<{ day: string; failure: string | null }[]>`
      select day::text, failure from payment_days order by payment_days.day desc`

  test('yesterday, a day a week ago and one a month ago are compared once, after three in Lagos', async () => {
    const { payments, settling, first } = await aShop()
    let asked = 0
    first(async () => void asked++)
    await compareDueDays({ ...settling, payments: () => [payments] }, night(2))
    expect(await daysOf()).toEqual([])
    for (let round = 0; round < 3; round++)
      await compareDueDays({ ...settling, payments: () => [payments] }, night(4))
    const days = ['2026-11-24', '2026-11-18', '2026-10-26']
    expect((await daysOf()).map(({ day }) => day)).toEqual(days)
    expect(asked).toBe(3)
  })

  test('a provider that does not answer is said, and tried again', async () => {
    const { payments, settling, first } = await aShop()
    first(async () => {
      throw new Error('Paystack answered 503')
    })
    await compareDueDays({ ...settling, payments: () => [payments] }, night(4))
    expect((await daysOf()).map(({ failure }) => failure)).toEqual(
      Array(3).fill('Paystack answered 503'),
    )
    first(async () => {})
    await compareDueDays({ ...settling, payments: () => [payments] }, night(4))
    expect((await daysOf()).map(({ failure }) => failure)).toEqual([null, null, null])
  })

  test('one of several replicas compares a day, and another one after it has died', async () => {
    const { payments, settling, first } = await aShop()
    let asked = 0
    let open = () => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    first(async () => {
      asked++
      await gate
    })
    const options = { ...settling, payments: () => [payments], notSince: new Date() }
    const all = Promise.all([1, 2, 3].map(() => compareDay('2026-11-24', payments, options)))
    await expect.poll(() => asked).toBe(1)
    open()
    await all
    expect(asked).toBe(1)
    await sql`
      update payment_days set compared_at = null, claimed_until = now() - interval '1 second'`
    await compareDay('2026-11-24', payments, options)
    expect(asked).toBe(2)
  })
})

test('a day that is none, or in the future, is refused; only the shop’s staff compare', async () => {
  const { call } = await aKeeper()
  const days = ['2026-13-40', '2099-01-01']
  for (const day of days)
    await expect(call('POST /admin/payment-days/compare', { day })).rejects.toMatchObject({
      status: 400,
    })
  const editor = await theStaff('editor')
  await expect(editor.call('GET /admin/payment-days', {})).rejects.toMatchObject({ status: 403 })
})

describe.each(['paystack', 'flutterwave'] as const)('over the API of %s', (provider) => {
  async function aRealShop() {
    const server = provider === 'paystack' ? await aPaystackServer() : await aFlutterwaveServer()
    const payments: Payments =
      'webhookHash' in server.options
        ? flutterwavePayments(server.options)
        : paystackPayments(server.options)
    const visitor = await aVisitor(await startApp({ payments }))
    const shop = { ...aPretendProvider({ provider }), ...visitor } as never
    return {
      server,
      payments,
      settling: { ...shopWith(() => [payments], orderSecret), payments: () => [payments], log },
      shop,
    }
  }

  test('what was paid, refunded, or is of no order is found on all pages', async () => {
    const { server, payments, settling, shop } = await aRealShop()
    const orders = []
    for (let nth = 0; nth < 12; nth++) orders.push(await aPendingOrder(shop))
    for (const { reference } of orders) server.pay(reference)
    const [refunded] = orders
    await settleOrder(refunded?.reference ?? '', 'webhook', settling)
    server.giveBack(refunded?.reference ?? '')
    const stray = `ASC-${randomBytes(13)
      .toString('hex')
      .toUpperCase()
      .replace(/[ILOU]/g, '7')}`
    await payments.startCheckout({
      reference: stray,
      amountKobo: 5000,
      currency: 'NGN',
      email: 'a@b.ng',
      method: 'card',
      returnUrl: 'https://ascend.example/api/payments/return?key=a',
      title: 'A book',
    })
    server.pay(stray)
    await compareDay(today(), payments, { ...settling, notSince: new Date() })
    const states = await sql<{ state: string; count: number }[]>`
      select state, count(*) from orders where reference in ${sql(orders.map((one) => one.reference))}
      group by state order by state`
    expect(states).toEqual([
      { state: 'paid', count: 11 },
      { state: 'refunded', count: 1 },
    ])
    expect(await sql`select reference, kind, amount_kobo from payment_differences`).toEqual([
      { reference: stray, kind: 'unknown', amountKobo: 5000 },
    ])
    const paths = server.asked.map(({ path }) => path)
    const list = provider === 'paystack' ? '/transaction?' : '/v3/transactions?'
    expect(paths.filter((path) => path.startsWith(list))).toHaveLength(2)
  })
})
