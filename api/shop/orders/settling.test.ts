import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { VerifiedPayment } from '#api/integrations/integrations.ts'
import { shopWith } from '#api/shop/shop.ts'
import { sql } from '#db/sql.ts'
import { aPretendProvider } from '#tests/servers/pretend-provider.ts'
import {
  aPendingOrder,
  aShop,
  inReview,
  notice,
  orderSecret,
  outcomeOf,
  type Pending,
  paidOnce,
  type Shop,
  untilSettled,
  untouched,
} from '#tests/shop/settling.ts'
import { giftCode, hashGiftCode } from './order-secrets.ts'
import { checkOrders, settleOrder } from './settle-order.ts'

beforeEach(() => sql`delete from rate_limits`)

describe('a payment webhook', () => {
  test('pays once, with one receipt and one set of codes', async () => {
    const shop = await aShop()
    const order = await aPendingOrder(shop)
    shop.says(order.reference, { status: 'success' })
    const answer = await notice(shop, order.reference)
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok' }])
    await untilSettled()
    expect(await outcomeOf(order)).toMatchObject({ ...paidOnce, lastDigits: '4081' })
    expect((await outcomeOf(order))['paidAt']).toBe('2026-11-20T10:00:00.000Z')
    const codes = await sql<{ codeHash: string }[]>`
      select code_hash from gift_codes where order_id = ${order.id} order by number`
    expect(codes.map(({ codeHash }) => codeHash)).toEqual(
      [1, 2].map((number) =>
        hashGiftCode(giftCode(orderSecret, order.id, { number, generation: 1 })),
      ),
    )
  })

  test('sent a hundred times, twenty at a time, pays once', async () => {
    const shop = await aShop()
    const order = await aPendingOrder(shop)
    shop.says(order.reference, { status: 'success' })
    shop.first(() => new Promise((resolve) => setTimeout(resolve, Math.random() * 20)))
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, which) =>
          notice(shop, order.reference, which % 2 ? {} : { notice: `again ${round} ${which}` }),
        ),
      )
      expect(answers.every(({ status }) => status === 200)).toBe(true)
    }
    await untilSettled()
    expect(await outcomeOf(order)).toMatchObject(paidOnce)
  })

  test('with a forged signature is rejected without a request to the provider', async () => {
    const shop = await aShop()
    const order = await aPendingOrder(shop)
    shop.says(order.reference, { status: 'success' })
    for (const signature of ['', 'forged', 'Signed']) {
      const answer = await notice(shop, order.reference, {}, signature)
      expect(answer.status).toBe(401)
    }
    const unsigned = await shop.send('/api/webhooks/paystack', { method: 'POST', body: '{}' })
    expect(unsigned.status).toBe(401)
    expect(shop.asked()).toBe(0)
    expect(await outcomeOf(order)).toMatchObject(untouched)
    expect(
      await sql`select 1 from payment_notices where reference = ${order.reference}`,
    ).toHaveLength(0)
  })

  test('for a payment that the provider does not confirm pays nothing', async () => {
    const shop = await aShop()
    const order = await aPendingOrder(shop)
    await notice(shop, order.reference, { amount: order.amountKobo, status: 'success' })
    await untilSettled()
    expect(await outcomeOf(order)).toMatchObject(untouched)
  })

  test('for an unknown order, or without one, is accepted and ignored', async () => {
    const shop = await aShop()
    expect((await notice(shop, `ASC-${'0'.repeat(26)}`)).status).toBe(200)
    expect((await notice(shop, 'x', { reference: undefined })).status).toBe(200)
    await untilSettled()
  })

  test('is answered at once, however slow the provider verifies', async () => {
    const shop = await aShop()
    const order = await aPendingOrder(shop)
    shop.says(order.reference, { status: 'success' })
    let open = () => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    shop.first(() => gate)
    expect((await notice(shop, order.reference)).status).toBe(200)
    expect(await outcomeOf(order)).toMatchObject(untouched)
    open()
    await untilSettled()
    expect(await outcomeOf(order)).toMatchObject(paidOnce)
  })

  test('is settled later when the provider is down or the process dies', async () => {
    const shop = await aShop()
    const order = await aPendingOrder(shop)
    shop.says(order.reference, 'nothing')
    await notice(shop, order.reference)
    await vi.waitFor(() => expect(shop.asked()).toBe(1))
    shop.says(order.reference, { status: 'success' })
    await checkOrders(shop.settling)
    expect(await outcomeOf(order)).toMatchObject(untouched)
    await sql`update payment_notices set next_try_at = now() where settled_at is null`
    await checkOrders(shop.settling)
    expect(await outcomeOf(order)).toMatchObject(paidOnce)
    await untilSettled()
  })
})

describe('an internal error while an order is settled', () => {
  test('leaves it unpaid and complete, to be settled again', async () => {
    const shop = await aShop()
    const other = await aPendingOrder(shop)
    const order = await aPendingOrder(shop)
    shop.says(order.reference, { status: 'success' })
    // Its second code is taken, which can only be our fault.
    const codeHash = hashGiftCode(giftCode(orderSecret, order.id, { number: 2, generation: 1 }))
    await sql`insert into gift_codes ${sql({ orderId: other.id, number: 9, codeHash })}`
    await expect(settleOrder(order.reference, 'webhook', shop.settling)).rejects.toThrow(
      'gift_codes_once',
    )
    expect(await outcomeOf(order)).toMatchObject(untouched)
    await sql`delete from gift_codes where order_id = ${other.id}`
    await settleOrder(order.reference, 'webhook', shop.settling)
    expect(await outcomeOf(order)).toMatchObject(paidOnce)
  })
})

describe('a payment that is not what was ordered', () => {
  const wrong: [string, Partial<VerifiedPayment>, string][] = [
    ['one kobo too little', { amountKobo: 375_224 }, 'Paid ₦3,752.24 instead of ₦3,752.25.'],
    ['too much', { amountKobo: 37_522_500 }, 'Paid ₦375,225 instead of ₦3,752.25.'],
    ['another currency', { currency: 'GHS' }, 'Paid in GHS instead of NGN.'],
    ['half a kobo', { amountKobo: null }, 'Paid an amount that is no whole number of kobo.'],
    ['of another order', { reference: 'ASC-ANOTHER' }, 'The provider named another payment.'],
    ['a test on a real order', { isTest: true }, 'A test payment for a real order.'],
  ]
  test.each(wrong)(
    '(%s) delivers nothing, and buyer and publisher get a mail',
    async (_, payment, problem) => {
      const shop = await aShop()
      const order = await aPendingOrder(shop)
      shop.says(order.reference, { status: 'success', ...payment })
      for (let time = 0; time < 3; time++)
        await settleOrder(order.reference, 'webhook', shop.settling)
      expect(await outcomeOf(order)).toMatchObject({ ...inReview, problem })
      const messages = await sql`
      select data from mails where kind = 'orderReviewNotice' and data->>'reference' = ${order.reference}`
      expect(messages).toMatchObject([{ data: { problem, buyerEmail: order.buyerEmail } }])
      const page = await shop.call('GET /orders/:reference', order)
      expect(page).toMatchObject({ status: 'needs_review', download: null, codes: [] })
      expect(page).not.toHaveProperty('problem')
    },
  )

  test('is not accepted for a more expensive order', async () => {
    const shop = await aShop()
    const dear = await aPendingOrder(shop)
    const cheap = await aPendingOrder(shop, { quantity: 1, price: 1 })
    shop.says(cheap.reference, { status: 'success' })
    const { send } = shop
    await send(`/api/payments/return?reference=${cheap.reference}&key=${dear.key}`)
    await send(`/api/payments/return?reference=${dear.reference}&key=${dear.key}`)
    await notice(shop, dear.reference)
    await untilSettled()
    expect(await outcomeOf(dear)).toMatchObject(untouched)
    expect(await outcomeOf(cheap)).toMatchObject(untouched)
  })

  test('of real money for a test order also waits for the publisher', async () => {
    const shop = await aShop({ isTest: true })
    const order = await aPendingOrder(shop)
    shop.says(order.reference, { status: 'success', isTest: false })
    await settleOrder(order.reference, 'check', shop.settling)
    expect(await outcomeOf(order)).toMatchObject(inReview)
  })
})

describe('a late or reordered report of the provider', () => {
  const move = async (shop: Shop, { reference }: Pending, status: VerifiedPayment['status']) => {
    shop.says(reference, { status })
    await settleOrder(reference, 'check', shop.settling)
  }

  test.each(['failed', 'abandoned'] as const)('success after %s still pays', async (status) => {
    const shop = await aShop()
    const order = await aPendingOrder(shop)
    await move(shop, order, status)
    expect(await outcomeOf(order)).toMatchObject({ state: status, links: 0, mails: [] })
    await move(shop, order, 'success')
    await move(shop, order, status)
    expect(await outcomeOf(order)).toMatchObject({
      ...paidOnce,
      events: ['pending', status, 'paid'],
    })
  })

  test.each(['pending', 'failed', 'expired'] as const)(
    'money that went back before it was seen ends a %s order, once, and nothing asks about it again',
    async (state) => {
      const shop = await aShop()
      const order = await aPendingOrder(shop)
      await sql`update orders set state = ${state} where id = ${order.id}`
      await move(shop, order, 'reversed')
      await move(shop, order, 'reversed')
      await move(shop, order, 'success')
      expect(await outcomeOf(order)).toMatchObject({
        state: 'refunded',
        links: 0,
        codes: 0,
        paidAt: null,
        mails: ['refunded'],
        events: ['pending', 'refunded'],
      })
      expect(await sql`select next_check_at from orders where id = ${order.id}`).toEqual([
        { nextCheckAt: null },
      ])
    },
  )

  test('success after the order has expired still pays', async () => {
    const shop = await aShop()
    const order = await aPendingOrder(shop)
    await sql`update orders set created_at = now() - interval '25 hours' where id = ${order.id}`
    await move(shop, order, 'waiting')
    expect(await outcomeOf(order)).toMatchObject({ state: 'expired' })
    await move(shop, order, 'failed')
    await move(shop, order, 'success')
    expect(await outcomeOf(order)).toMatchObject({
      ...paidOnce,
      events: ['pending', 'expired', 'paid'],
    })
  })

  test('a refund ends the download, and no later report pays it again', async () => {
    const shop = await aShop()
    const order = await aPendingOrder(shop)
    await move(shop, order, 'success')
    expect((await shop.call('GET /orders/:reference', order)).codes).toHaveLength(2)
    await move(shop, order, 'reversed')
    await move(shop, order, 'success')
    await move(shop, order, 'reversed')
    expect(await outcomeOf(order)).toMatchObject({
      state: 'refunded',
      mails: ['receipt', 'refunded'],
      events: ['pending', 'paid', 'refunded'],
    })
    const page = await shop.call('GET /orders/:reference', order)
    expect(page).toMatchObject({ status: 'refunded', download: null, codes: [] })
    expect(page.refundedAt).toBeTruthy()
  })

  test('a report of a provider that is no longer configured changes nothing', async () => {
    const shop = await aShop()
    const order = await aPendingOrder(shop)
    const test = aPretendProvider({ isTest: true, provider: 'test' as never })
    test.says(order.reference, { status: 'success', isTest: false, amountKobo: 375_225 })
    await settleOrder(
      order.reference,
      'sweep',
      shopWith(() => [test.payments], orderSecret),
    )
    await settleOrder(
      order.reference,
      'sweep',
      shopWith(() => [], orderSecret),
    )
    expect(test.asked()).toBe(0)
    expect(await outcomeOf(order)).toMatchObject(untouched)
  })
})

describe('a buyer who returns from the provider', () => {
  const back = ({ reference, key }: Pending) =>
    `/api/payments/return?key=${key}&trxref=${reference}&reference=${reference}`

  test.each([
    ['has paid', { status: 'success' }, 'paid'],
    ['has cancelled', { status: 'abandoned' }, 'abandoned'],
    ['claims to have paid', { status: 'waiting' }, 'pending'],
    ['comes while it is down', 'nothing', 'pending'],
  ] as const)('and %s lands on the order', async (_, says, state) => {
    const shop = await aShop()
    const order = await aPendingOrder(shop)
    shop.says(order.reference, says)
    const answer = await shop.send(back(order))
    expect(answer.status).toBe(303)
    expect(answer.headers.get('Location')).toBe(`/order/${order.reference}?key=${order.key}`)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(await outcomeOf(order)).toMatchObject({ state })
  })

  test('over and over is redirected to the order each time, with at most thirty verifications', async () => {
    const shop = await aShop()
    const { reference, key } = await aPendingOrder(shop)
    for (let time = 0; time < 40; time++) {
      const back = await shop.send(
        `/api/payments/return?${new URLSearchParams({ reference, key })}`,
      )
      expect(back.status).toBe(303)
    }
    expect(shop.asked()).toBe(30)
  })

  test('from a network above its limit is still redirected to the order', async () => {
    const shop = await aShop()
    const { reference, key } = await aPendingOrder(shop)
    const path = `/api/payments/return?${new URLSearchParams({ reference, key })}`
    await shop.send(path)
    await sql`update rate_limits set points = 2000 where key like '%checks:%' and key not like 'order%'`
    expect((await shop.send(path)).status).toBe(303)
    expect(await shop.call('POST /orders/:reference/check', { reference, key })).toMatchObject({
      status: 'pending',
    })
    await shop.call('POST /orders/find', { query: reference })
    await vi.waitFor(async () =>
      expect(
        await sql`select 1 from mails where kind = 'orderLinks' and data->>'orderId' is not null`,
      ).not.toHaveLength(0),
    )
    expect(shop.asked()).toBe(1)
  })

  test('without a key settles the order and learns nothing about it', async () => {
    const shop = await aShop()
    const order = await aPendingOrder(shop)
    shop.says(order.reference, { status: 'success' })
    for (const reference of [order.reference, `ASC-${'0'.repeat(26)}`]) {
      const { status, headers } = await shop.send(`/api/payments/return?reference=${reference}`)
      expect([status, headers.get('Location')]).toEqual([303, '/orders/find'])
    }
    expect(await outcomeOf(order)).toMatchObject(paidOnce)
  })

  test('with a wrong key finds nothing and causes no verification', async () => {
    const shop = await aShop()
    const order = await aPendingOrder(shop)
    expect((await shop.send(back({ ...order, key: 'x' }))).status).toBe(404)
    expect(shop.asked()).toBe(0)
  })
})

describe('a payment that is not settled', () => {
  const minutesToNext = async ({ id }: Pending) => {
    const [row] = await sql<{ minutes: number | null }[]>`
      select round(extract(epoch from next_check_at - created_at) / 60) as minutes
      from orders where id = ${id}`
    return row?.minutes
  }
  /** Makes it look as if the order had been placed so long ago, and its time had come. */
  const age = ({ id }: Pending, minutes: number) => sql`
    update orders set created_at = now() - make_interval(mins => ${minutes}), next_check_at = now()
    where id = ${id}`

  test('is verified after 1, 3, 10 and 30 minutes, then hourly, and closed after a day', async () => {
    const shop = await aShop()
    const order = await aPendingOrder(shop)
    expect(await minutesToNext(order)).toBe(1)
    const next = []
    for (const minutes of [1, 3, 10, 30, 60, 125, 23 * 60]) {
      await age(order, minutes)
      await checkOrders(shop.settling)
      next.push(await minutesToNext(order))
    }
    expect(next).toEqual([3, 10, 30, 60, 120, 180, 24 * 60])
    expect(shop.asked()).toBe(7)
    expect(await outcomeOf(order)).toMatchObject(untouched)
    await age(order, 24 * 60 + 1)
    await checkOrders(shop.settling)
    expect(await outcomeOf(order)).toMatchObject({ state: 'expired', mails: [] })
    expect(await minutesToNext(order)).toBeNull()
    await checkOrders(shop.settling)
    expect(shop.asked()).toBe(8)
  })

  test('is found paid, also after it was reported as abandoned', async () => {
    const shop = await aShop()
    const order = await aPendingOrder(shop)
    shop.says(order.reference, { status: 'abandoned' })
    // Somebody may still be typing.
    await age(order, 1)
    await checkOrders(shop.settling)
    expect(await outcomeOf(order)).toMatchObject(untouched)
    await age(order, 31)
    await checkOrders(shop.settling)
    expect(await outcomeOf(order)).toMatchObject({ state: 'abandoned' })
    shop.says(order.reference, { status: 'success' })
    await age(order, 60)
    await checkOrders(shop.settling)
    expect(await outcomeOf(order)).toMatchObject({ state: 'paid', links: 1, mails: ['receipt'] })
  })

  test.each([
    { status: 'abandoned', reference: 'ASC-ANOTHER' },
    { status: 'reversed', reference: 'ASC-ANOTHER' },
    { status: 'failed', amountKobo: null },
  ] as const)('that the provider reports as %j is closed after a day', async (says) => {
    const shop = await aShop()
    const order = await aPendingOrder(shop)
    shop.says(order.reference, says)
    await notice(shop, order.reference)
    await untilSettled()
    await age(order, 24 * 60 + 1)
    await checkOrders(shop.settling)
    expect((await outcomeOf(order))['state']).toMatch(/^(expired|failed)$/)
    expect(await minutesToNext(order)).toBeNull()
  })

  test('that was abandoned is verified with growing pauses until its order expires', async () => {
    const shop = await aShop()
    const order = await aPendingOrder(shop)
    shop.says(order.reference, { status: 'abandoned' })
    await age(order, 31)
    await checkOrders(shop.settling)
    const next = []
    for (const minutes of [60, 120, 240, 480, 960]) {
      await age(order, minutes)
      await checkOrders(shop.settling)
      next.push(await minutesToNext(order))
    }
    expect(next).toEqual([120, 240, 480, 960, 1440])
    await age(order, 24 * 60 + 1)
    await checkOrders(shop.settling)
    expect(await minutesToNext(order)).toBeNull()
  })

  test('is settled in the same run, whatever the provider reports about others', async () => {
    const shop = await aShop()
    const [odd, order] = [await aPendingOrder(shop), await aPendingOrder(shop)]
    shop.says(odd.reference, 'nothing')
    shop.says(order.reference, { status: 'success' })
    await notice(shop, odd.reference)
    await sql`update payment_notices set next_try_at = now() where settled_at is null`
    await age(odd, 6)
    await age(order, 5)
    await checkOrders(shop.settling)
    expect(await outcomeOf(order)).toMatchObject(paidOnce)
    shop.says(odd.reference, { status: 'failed' })
    await settleOrder(odd.reference, 'webhook', shop.settling)
    await sql`update payment_notices set settled_at = now() where settled_at is null`
  })

  test('is settled without delay beside sixty unpaid ones', async () => {
    const shop = await aShop()
    const transfer = await aPendingOrder(shop)
    await age(transfer, 4)
    await checkOrders(shop.settling)
    await sql`delete from rate_limits`
    const madeUp = []
    for (let count = 0; count < 59; count++) madeUp.push(await aPendingOrder(shop))
    for (const order of madeUp) await age(order, 5)
    await age(transfer, 5)
    shop.says(transfer.reference, { status: 'success' })
    let asked = 0
    let place = 0
    shop.first(async (_, reference) => {
      asked++
      if (reference === transfer.reference) place = asked
      await new Promise((resolve) => setTimeout(resolve, 50))
    })
    const began = performance.now()
    await checkOrders(shop.settling)
    expect([asked, place <= 8]).toEqual([60, true])
    expect(performance.now() - began).toBeLessThan(60 * 50)
    expect(await outcomeOf(transfer)).toMatchObject(paidOnce)
  })

  test('is not closed while the provider does not answer', async () => {
    const shop = await aShop()
    const order = await aPendingOrder(shop)
    shop.says(order.reference, 'nothing')
    await age(order, 24 * 60 + 1)
    await checkOrders(shop.settling)
    expect(await outcomeOf(order)).toMatchObject(untouched)
    expect(await minutesToNext(order)).toBe(25 * 60)
  })

  test('is verified by one of several replicas', async () => {
    const shop = await aShop()
    const orders = []
    for (let count = 0; count < 8; count++) orders.push(await aPendingOrder(shop))
    for (const order of orders) {
      await age(order, 1)
      shop.says(order.reference, { status: 'success' })
    }
    await Promise.all(Array.from({ length: 4 }, () => checkOrders(shop.settling)))
    expect(shop.asked()).toBe(8)
    for (const order of orders) expect(await outcomeOf(order)).toMatchObject(paidOnce)
  })
})
