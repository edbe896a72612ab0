import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { sql } from '#db/sql.ts'
import { runs } from '#tests/long.ts'
import { asForm } from '#tests/magazine/posts.ts'
import { aVisitor } from '#tests/people.ts'
import { aBookOnSale, aPretendProvider } from '#tests/servers/pretend-provider.ts'
import { aDiscount, usesOf } from '#tests/shop/discounts.ts'
import { aPurchase, rowOf } from '#tests/shop/purchases.ts'
import {
  aPendingOrder,
  aShop,
  notice,
  orderSecret,
  outcomeOf,
  paidOnce,
} from '#tests/shop/settling.ts'
import { orderKey } from './order-secrets.ts'
import { checkOrders, settleOrder } from './settle-order.ts'

beforeEach(() => sql`delete from rate_limits`)

/** A shop that sells by Paystack, and by Flutterwave where that does not answer. */
async function aShopOfTwo() {
  const second = aPretendProvider({ provider: 'flutterwave' })
  const shop = await aShop({}, [second.payments])
  const fail = (who: typeof second) =>
    who.first(async (what) => {
      if (what === 'startCheckout') throw new Error('The provider does not answer')
    })
  return { shop, second, fail }
}
type ShopOfTwo = Awaited<ReturnType<typeof aShopOfTwo>>

describe('an order in a shop with two providers', () => {
  test('goes to the first, and the second is not asked', async () => {
    const { shop, second } = await aShopOfTwo()
    const { reference } = await aPendingOrder(shop)
    expect([...shop.opened.keys()]).toEqual([reference])
    expect(second.opened.size).toBe(0)
    expect(await rowOf(reference)).toMatchObject({ provider: 'paystack', purchaseId: null })
  })

  test('goes to the second under another reference when the first does not answer', async () => {
    const { shop, second, fail } = await aShopOfTwo()
    fail(shop)
    const key = randomUUID()
    const purchase = aPurchase((await aBookOnSale({ price: 1250.75 })).id)
    const { reference, checkoutUrl } = await shop.call('POST /orders', purchase, key)
    expect(checkoutUrl).toBe(`https://pay.example/${reference}`)
    expect([...second.opened.keys()]).toEqual([reference])
    const row = await rowOf(reference)
    expect(row).toMatchObject({ provider: 'flutterwave', state: 'pending' })
    expect(await shop.call('POST /orders', purchase, key)).toMatchObject({ reference, checkoutUrl })
    const events =
      await sql`select what, note from order_events where order_id = ${row.id} order by id`
    expect(events).toMatchObject([
      { what: 'pending' },
      {
        what: 'other provider',
        note: 'Paystack did not answer, so Flutterwave takes the money',
      },
    ])
    second.says(reference, { status: 'success' })
    await settleOrder(reference, 'webhook', shop.settling)
    expect(await rowOf(reference)).toMatchObject({ state: 'paid' })
    expect(shop.asked()).toBe(0)
  })

  test('can be placed again with the same submission when neither answers', async () => {
    const { shop, second, fail } = await aShopOfTwo()
    fail(shop)
    fail(second)
    const purchase = aPurchase((await aBookOnSale({ price: 1000 })).id)
    const key = randomUUID()
    await expect(shop.call('POST /orders', purchase, key)).rejects.toMatchObject({ status: 503 })
    shop.first(async () => {})
    second.first(async () => {})
    const { reference } = await shop.call('POST /orders', purchase, key)
    expect(shop.opened.has(reference) || second.opened.has(reference)).toBe(true)
    const placed = await sql`select 1 from orders where buyer_email = ${purchase.buyerEmail}`
    expect(placed).toHaveLength(1)
  })

  test('gets no address of the first when that answers after the second was chosen', async () => {
    const { shop, second } = await aShopOfTwo()
    let answer = () => {}
    const late = new Promise<void>((resolve) => {
      answer = resolve
    })
    let calls = 0
    shop.first(async (what) => {
      if (what !== 'startCheckout') return
      calls++
      if (calls === 1) return late
      throw new Error('The provider does not answer')
    })
    const purchase = aPurchase((await aBookOnSale({ price: 1000 })).id)
    const key = randomUUID()
    const slow = shop.call('POST /orders', purchase, key)
    await vi.waitFor(() => expect(calls).toBe(1))
    // Longer than a provider may take: the next press opens the payment.
    await sql`
      update orders set checkout_claimed_until = now() where buyer_email = ${purchase.buyerEmail}`
    const quick = await shop.call('POST /orders', purchase, key)
    expect([...second.opened.keys()]).toEqual([quick.reference])
    answer()
    expect(await slow).toEqual(quick)
    expect(await rowOf(quick.reference)).toMatchObject({
      provider: 'flutterwave',
      checkoutUrl: quick.checkoutUrl,
    })
  })

  test('is settled and refunded by its own provider, whichever is first now', async () => {
    const { shop, second, fail } = await aShopOfTwo()
    const old = await aPendingOrder(shop)
    fail(shop)
    const young = await aPendingOrder(shop)
    for (const who of [shop, second])
      for (const { reference } of [old, young]) who.says(reference, { status: 'failed' })
    shop.says(old.reference, { status: 'success' })
    second.says(young.reference, { status: 'success' })
    const turned = { ...shop.settling, payments: () => shop.settling.payments().toReversed() }
    for (const { reference } of [old, young]) await settleOrder(reference, 'sweep', turned)
    expect(await outcomeOf(old)).toMatchObject(paidOnce)
    expect(await outcomeOf(young)).toMatchObject({ state: 'paid', links: 1, mails: ['receipt'] })
  })

  test('is not settled by a webhook in the other provider’s form, nor paid by the other one', async () => {
    const { shop, second } = await aShopOfTwo()
    const order = await aPendingOrder(shop)
    second.says(order.reference, { status: 'success' })
    const body = JSON.stringify({ notice: 'charge.completed 1', reference: order.reference })
    const post = (address: string, header: string) =>
      shop.send(address, { method: 'POST', headers: { [header]: 'signed' }, body })
    expect((await post('/api/webhooks/flutterwave', 'x-paystack-signature')).status).toBe(401)
    expect((await post('/api/webhooks/paystack', 'verif-hash')).status).toBe(401)
    expect(shop.asked() + second.asked()).toBe(0)
    // With the secret it is taken, and the order's own provider is asked.
    expect((await post('/api/webhooks/flutterwave', 'verif-hash')).status).toBe(200)
    await vi.waitFor(() => expect(shop.asked()).toBe(1))
    expect(second.asked()).toBe(0)
    expect((await outcomeOf(order))['state']).toBe('pending')
  })

  test('takes no webhook of a provider that is not configured', async () => {
    const shop = await aShop()
    const answer = await shop.send('/api/webhooks/flutterwave', {
      method: 'POST',
      headers: { 'verif-hash': 'signed' },
      body: '{}',
    })
    expect(answer.status).toBe(401)
  })
})

describe('a webhook that is repeated after a year', () => {
  test.each(['paystack', 'flutterwave'] as const)('changes nothing at %s', async (provider) => {
    const shop = await aShop({ provider })
    const order = await aPendingOrder(shop)
    shop.says(order.reference, { status: 'success' })
    await notice(shop, order.reference)
    await expect.poll(async () => (await outcomeOf(order))['state']).toBe('paid')
    await sql`update orders set created_at = now() - interval '1 year' where id = ${order.id}`
    await sql`delete from payment_notices where reference = ${order.reference}`
    const asked = shop.asked()
    expect((await notice(shop, order.reference)).status).toBe(200)
    await expect.poll(() => shop.asked()).toBe(asked + 1)
    expect(await outcomeOf(order)).toMatchObject(paidOnce)
  })
})

/** An order whose payment at the first provider failed. */
async function aFailedOrder({ shop }: ShopOfTwo, fields: Parameters<typeof aPurchase>[1] = {}) {
  const { id: bookId } = await aBookOnSale({ price: 1250.75 })
  const purchase = aPurchase(bookId, { quantity: 3, ...fields })
  const { reference } = await shop.call('POST /orders', purchase)
  const { id } = await rowOf(reference)
  shop.says(reference, { status: 'failed' })
  await settleOrder(reference, 'return', shop.settling)
  const key = orderKey(orderSecret, id)
  return { id, reference, key, bookId, buyerEmail: purchase.buyerEmail, purchase }
}

async function again({ shop }: ShopOfTwo, link: { reference: string; key: string }) {
  const placed = await shop.call('POST /orders/:reference/again', {
    reference: link.reference,
    key: link.key,
    provider: 'flutterwave',
  })
  const { id } = await rowOf(placed.reference)
  return { ...placed, id, key: orderKey(orderSecret, id) }
}

describe('a buyer whose payment failed', () => {
  test('is offered the other provider, and gets the same contents there once, however often they press', async () => {
    const two = await aShopOfTwo()
    const failed = await aFailedOrder(two)
    expect((await two.shop.call('GET /orders/:reference', failed)).again).toEqual(['flutterwave'])
    const placed = await again(two, failed)
    expect((await again(two, failed)).reference).toBe(placed.reference)
    expect(placed.reference).not.toBe(failed.reference)
    const { bookId, purchase } = failed
    expect(await rowOf(placed.reference)).toMatchObject({
      bookId,
      quantity: 3,
      amountKobo: 375_225,
      provider: 'flutterwave',
      buyerName: purchase.buyerName,
      buyerEmail: purchase.buyerEmail,
      purchaseId: failed.id,
    })
    two.second.says(placed.reference, { status: 'success' })
    await settleOrder(placed.reference, 'webhook', two.shop.settling)
    expect(await outcomeOf({ ...placed, buyerEmail: failed.buyerEmail })).toMatchObject(paidOnce)
    // Neither can be tried any more: from the first one it leads to what was bought.
    await expect(again(two, placed)).rejects.toMatchObject({ status: 409 })
    expect((await two.shop.call('GET /orders/:reference', failed)).again).toEqual([])
    const { reference, key } = placed
    expect(await again(two, failed)).toMatchObject({
      reference,
      checkoutUrl: `/order/${reference}?${new URLSearchParams({ key })}`,
    })
    const events = await sql`
      select note from order_events where order_id = ${placed.id} and what = 'pending'`
    expect(events).toEqual([{ note: `another try of ${failed.reference}` }])
  })

  test('reaches the other provider without script', async () => {
    const two = await aShopOfTwo()
    const { reference, key } = await aFailedOrder(two)
    const path = `/api/orders/${reference}/again`
    const answer = await two.shop.send(path, asForm({ key, provider: 'flutterwave' }))
    expect(answer.status).toBe(303)
    const [opened] = two.second.opened.keys()
    expect(answer.headers.get('Location')).toBe(`https://pay.example/${opened}`)
  })

  test('is offered nothing where there is one provider, or while the order may still be paid', async () => {
    const two = await aShopOfTwo()
    const pending = await aPendingOrder(two.shop)
    expect((await two.shop.call('GET /orders/:reference', pending)).again).toEqual([])
    await expect(again(two, pending)).rejects.toMatchObject({ status: 409 })
    await expect(again(two, { ...pending, key: 'x' })).rejects.toMatchObject({ status: 404 })
    const shop = await aShop()
    const order = await aPendingOrder(shop)
    shop.says(order.reference, { status: 'failed' })
    await settleOrder(order.reference, 'return', shop.settling)
    expect((await shop.call('GET /orders/:reference', order)).again).toEqual([])
    const asked = { reference: order.reference, key: order.key, provider: 'flutterwave' } as const
    await expect(shop.call('POST /orders/:reference/again', asked)).rejects.toMatchObject({
      status: 409,
    })
  })

  test('is not charged another price than the one they have seen', async () => {
    const two = await aShopOfTwo()
    const failed = await aFailedOrder(two)
    await sql`update books set price = 2000 where id = ${failed.bookId}`
    await expect(again(two, failed)).rejects.toMatchObject({
      status: 409,
      sentence: expect.stringContaining('price of the book has changed'),
    })
    expect(two.second.opened.size).toBe(0)
  })

  test('has the discount again, once, and is refused it when somebody else has had the last use', async () => {
    const two = await aShopOfTwo()
    const discount = await aDiscount({ maxUses: 1 })
    const failed = await aFailedOrder(two, { discountCode: discount.code })
    expect(await usesOf(discount)).toBe(0)
    const placed = await again(two, failed)
    expect(placed).toMatchObject({ amount: 2814.19, discount: 938.06 })
    expect(await usesOf(discount)).toBe(1)
    two.second.says(placed.reference, { status: 'failed' })
    await settleOrder(placed.reference, 'return', two.shop.settling)
    const other = await aVisitor(two.shop.base)
    await other.call('POST /orders', aPurchase(failed.bookId, { discountCode: discount.code }))
    await expect(again(two, failed)).rejects.toMatchObject({
      status: 400,
      fields: { discountCode: [expect.stringContaining('as often as it may be')] },
    })
  })
})

describe('a purchase that is paid twice after all', () => {
  async function bothPaid(two: ShopOfTwo) {
    const failed = await aFailedOrder(two)
    const placed = await again(two, failed)
    two.shop.says(failed.reference, { status: 'success' })
    two.second.says(placed.reference, { status: 'success' })
    const { buyerEmail } = failed
    return { first: failed, other: { ...placed, buyerEmail } }
  }
  const mailsTo = async (email: string | undefined) =>
    (
      await sql<{ kind: string }[]>`
        select kind from mails where recipient = ${email as string} order by kind`
    ).map(({ kind }) => kind)

  test('is delivered once; the second payment needs a review and goes back, and both are told', async () => {
    const two = await aShopOfTwo()
    const { first, other } = await bothPaid(two)
    two.second.payments.refund = async (reference) => {
      two.second.refunds.push(reference)
      return { isDone: false }
    }
    await settleOrder(first.reference, 'webhook', two.shop.settling)
    await settleOrder(other.reference, 'webhook', two.shop.settling)
    expect(await rowOf(first.reference)).toMatchObject({ state: 'paid' })
    expect(await outcomeOf(other)).toMatchObject({
      state: 'needs_review',
      problem: `Paid twice: ${first.reference} of the same purchase was paid before.`,
      links: 0,
      codes: 0,
      events: ['pending', 'needs_review', 'refund asked'],
    })
    const page = await two.shop.call('GET /orders/:reference', other)
    expect(page).toMatchObject({ status: 'needs_review', isPaidTwice: true, download: null })
    await checkOrders(two.shop.settling)
    expect(two.second.refunds).toEqual([other.reference])
    two.second.says(other.reference, { status: 'reversed' })
    await settleOrder(other.reference, 'webhook', two.shop.settling)
    expect(await rowOf(other.reference)).toMatchObject({ state: 'refunded' })
    expect(await mailsTo(first.buyerEmail)).toEqual(['orderReview', 'receipt', 'refunded'])
    const told = await sql`
      select data from mails where kind = 'orderReviewNotice' and data->>'reference' = ${other.reference}`
    expect(told).toMatchObject([{ data: { isPaidTwice: true } }])
  })

  test('at the same moment is delivered once all the same', async () => {
    const two = await aShopOfTwo()
    const { first, other } = await bothPaid(two)
    await Promise.all(
      [first, other, first, other].map(({ reference }) =>
        settleOrder(reference, 'webhook', two.shop.settling),
      ),
    )
    const states = [await rowOf(first.reference), await rowOf(other.reference)]
    expect(states.map(({ state }) => state).sort()).toEqual(['paid', 'refunded'])
    expect([...two.shop.refunds, ...two.second.refunds]).toHaveLength(1)
    expect(await mailsTo(first.buyerEmail)).toEqual(['orderReview', 'receipt', 'refunded'])
  })

  test('is refunded by the background check when the provider or the process failed in between', async () => {
    const two = await aShopOfTwo()
    const { first, other } = await bothPaid(two)
    two.second.first(async (what) => {
      if (what === 'refund') throw new Error('The provider does not answer')
    })
    await settleOrder(first.reference, 'webhook', two.shop.settling)
    await expect(settleOrder(other.reference, 'webhook', two.shop.settling)).rejects.toThrow()
    expect(await rowOf(other.reference)).toMatchObject({ state: 'needs_review', refundDue: true })
    two.second.first(async () => {})
    // Later than the day for which payments are looked after, and the other one was given back meanwhile.
    await sql`
      update orders set next_check_at = now(), created_at = now() - interval '3 days'
      where reference = ${other.reference} and next_check_at is not null`
    await sql`update orders set state = 'refunded' where reference = ${first.reference}`
    await checkOrders(two.shop.settling)
    expect(two.second.refunds).toEqual([other.reference])
    expect(await rowOf(other.reference)).toMatchObject({ state: 'refunded' })
  })
})

describe('any mixture of attempts, payments, refunds that fail and checks', () => {
  const steps = fc.record({
    what: fc.constantFrom(
      'again',
      'pay first',
      'pay other',
      'fail other',
      'sweep',
      'break',
      'mend',
    ),
    isAtOnce: fc.boolean(),
  })

  test('delivers a purchase once if it is paid, and gives back every other payment', async () => {
    const two = await aShopOfTwo()
    const { shop, second } = two
    await fc.assert(
      fc.asyncProperty(
        fc.array(steps, { minLength: 2, maxLength: 14 }),
        fc.boolean(),
        async (comings, hasCode) => {
          await sql`delete from rate_limits`
          const discount = hasCode ? await aDiscount({ maxUses: 1 }) : undefined
          const first = await aFailedOrder(two, discount && { discountCode: discount.code })
          const all = [{ reference: first.reference, who: shop as typeof second }]
          const paid = new Set<string>()
          const pay = ({ reference, who }: (typeof all)[number]) => {
            paid.add(reference)
            who.says(reference, { status: 'success' })
            return settleOrder(reference, 'webhook', shop.settling).catch(() => {})
          }
          const others = () => all.slice(1)
          const break_ = (isBroken: boolean) => {
            for (const who of [shop, second])
              who.first(async (what) => {
                await new Promise((resolve) => setTimeout(resolve, 1))
                if (isBroken && what === 'refund') throw new Error('The provider does not answer')
              })
          }
          const act = async (what: string) => {
            if (what === 'again') {
              const placed = await again(two, first).catch(() => undefined)
              if (placed && !all.some(({ reference }) => reference === placed.reference))
                all.push({ reference: placed.reference, who: second })
            }
            if (what === 'pay first' && all[0]) await pay(all[0])
            if (what === 'pay other') await Promise.all(others().map(pay))
            if (what === 'fail other') {
              for (const { reference, who } of others().filter((one) => !paid.has(one.reference))) {
                who.says(reference, { status: 'failed' })
                // It may be paid meanwhile, and its refund fail.
                await settleOrder(reference, 'return', shop.settling).catch(() => {})
              }
            }
            if (what === 'break' || what === 'mend') break_(what === 'break')
            if (what === 'sweep') await checkOrders(shop.settling)
          }
          let under = Promise.resolve<unknown>(undefined)
          for (const { what, isAtOnce } of comings) {
            under = Promise.all([under, act(what)])
            if (!isAtOnce) await under
          }
          await under
          // In the end the providers work, and time passes.
          break_(false)
          const references = all.map(({ reference }) => reference)
          for (let round = 0; round < 2; round++) {
            await sql`
              update orders set next_check_at = now(), refund_asked_at = null
              where reference in ${sql(references)} and state in ('pending', 'needs_review')
                and next_check_at is not null`
            await checkOrders(shop.settling)
          }
          const rows = await Promise.all(references.map(rowOf))
          const states = rows.map(({ state }) => state)
          const isPaid = (row: Record<string, unknown>) => paid.has(row['reference'] as string)
          expect(states.filter((state) => state === 'paid')).toHaveLength(paid.size > 0 ? 1 : 0)
          for (const row of rows) {
            if (!isPaid(row)) expect(row['state']).toMatch(/^(failed|pending|abandoned)$/)
            else expect(row['state']).toMatch(/^(paid|refunded)$/)
          }
          const receipts = await sql`
            select 1 from mails where kind = 'receipt' and recipient = ${first.buyerEmail as string}`
          expect(receipts).toHaveLength(paid.size > 0 ? 1 : 0)
          const refunded = rows.filter(({ state }) => state === 'refunded').length
          expect(refunded).toBe(Math.max(0, paid.size - 1))
          if (discount) expect(await usesOf(discount)).toBeLessThanOrEqual(1)
        },
      ),
      { numRuns: runs({ sample: 12, long: 500 }) },
    )
  }, 900_000)
})
