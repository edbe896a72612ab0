import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { settleOrder } from '#api/shop/orders/settle-order.ts'
import { shopWith } from '#api/shop/shop.ts'
import { outsideTransaction, sql, transaction } from '#db/sql.ts'
import { asForm, asJson } from '#tests/magazine/posts.ts'
import { aReader, aVisitor, theStaff } from '#tests/people.ts'
import { aBookOnSale } from '#tests/servers/pretend-provider.ts'
import { aDiscount, usesOf } from '#tests/shop/discounts.ts'
import { aPurchase, aShop, rowOf, secret } from '#tests/shop/purchases.ts'
import { lockDiscount } from './discounts.queries.ts'

beforeEach(() => sql`delete from rate_limits`)

const fieldError = (sentence: string | RegExp) => ({
  status: 400,
  fields: { discountCode: [expect.stringMatching(sentence)] },
})

async function aBuyer() {
  const shop = await aShop()
  return {
    ...shop,
    ...(await aVisitor(shop.base)),
    settling: shopWith(() => [shop.payments], secret),
  }
}

describe('a buyer with a discount code', () => {
  test('pays the price less the percentage for all copies, and the provider is asked for that', async () => {
    const { call, opened } = await aBuyer()
    const { id } = await aBookOnSale({ price: 1250.75 })
    const { code } = await aDiscount({ percent: 33 })
    const { reference, amount } = await call(
      'POST /orders',
      aPurchase(id, { quantity: 3, discountCode: code }),
    )
    expect(amount).toBe(2514.01)
    expect(opened.get(reference)?.amountKobo).toBe(251_401)
    expect(await rowOf(reference)).toMatchObject({
      unitKobo: 125_075,
      discountKobo: 123_824,
      amountKobo: 251_401,
      discountCode: code,
    })
  })

  test('gets naira off once an order, and never more than its price', async () => {
    const { call } = await aBuyer()
    const { code } = await aDiscount({ off: 1000 })
    const { id: dear } = await aBookOnSale({ price: 3500 })
    const { id: cheap } = await aBookOnSale({ price: 600 })
    const buy = (bookId: string, quantity: number) =>
      call('POST /orders', aPurchase(bookId, { quantity, discountCode: code }))
    expect((await buy(dear, 2)).amount).toBe(6000)
    expect((await buy(cheap, 1)).amount).toBe(0)
  })

  test('types it in any case, with spaces and any dash', async () => {
    const { call } = await aBuyer()
    const { id } = await aBookOnSale({ price: 1000 })
    const { code } = await aDiscount()
    const typed = ` ${code.toLowerCase().replaceAll('-', ' – ')} `
    const order = await call('POST /orders', aPurchase(id, { discountCode: typed }))
    expect(order.amount).toBe(750)
    expect(await rowOf(order.reference)).toMatchObject({ discountCode: code })
  })

  test('is shown what it takes off before there is an order', async () => {
    const { call } = await aBuyer()
    const { id } = await aBookOnSale({ price: 1000 })
    const discount = await aDiscount({ percent: 10, maxUses: 1 })
    const shown = { code: discount.code, percent: 10, offKobo: null }
    const ask = () => call('POST /books/:id/discount', { id, discountCode: discount.code })
    expect(await ask()).toEqual(shown)
    expect(await ask()).toEqual(shown)
    expect(await usesOf(discount)).toBe(0)
  })

  test('has it on their order, in their receipt, and in their refund what they paid', async () => {
    const { base, call, says, settling } = await aBuyer()
    const { id } = await aBookOnSale({ price: 1000 })
    const { code } = await aDiscount({ percent: 10 })
    const sent = aPurchase(id, { quantity: 2, discountCode: code })
    const { reference } = await call('POST /orders', sent)
    says(reference, { status: 'success' })
    await settleOrder(reference, 'webhook', settling)
    const mails = () => sql<{ kind: string; data: object }[]>`
      select kind, data from mails where recipient = ${sent.buyerEmail as string} order by created_at`
    expect(await mails()).toMatchObject([
      { kind: 'receipt', data: { discountCode: code, discountKobo: 20_000, amountKobo: 180_000 } },
    ])
    const shopkeeper = await theStaff('shopkeeper', base)
    const order = await shopkeeper.call('GET /admin/orders/:reference', { reference })
    expect(order).toMatchObject({
      discount: 200,
      discountCode: code,
      amount: 1800,
      unitPrice: 1000,
    })
    expect(order.timeline[0]).toMatchObject({ note: `with the discount code ${code}` })
    const csv = await (await shopkeeper.send('/api/admin/orders.csv')).text()
    expect(csv).toContain(`,1000,"${code}",200,1800,`)
    await shopkeeper.call('POST /admin/orders/:reference/refund', { reference })
    expect((await mails()).at(-1)).toMatchObject({
      kind: 'refunded',
      data: { amountKobo: 180_000 },
    })
  })

  test('gets the same order for a repeated click, and an error for another code under its key', async () => {
    const { call } = await aBuyer()
    const { id } = await aBookOnSale({ price: 1000 })
    const discount = await aDiscount({ maxUses: 1 })
    const sent = aPurchase(id, { discountCode: discount.code })
    const key = randomUUID()
    const clicks = await Promise.all([1, 2, 3].map(() => call('POST /orders', sent, key)))
    expect(new Set(clicks.map(({ reference }) => reference)).size).toBe(1)
    expect(await usesOf(discount)).toBe(1)
    const { discountCode: _, ...without } = sent
    await expect(call('POST /orders', without, key)).rejects.toMatchObject({ status: 422 })
  })
})

describe('an error at the field', () => {
  test.each([
    ['unknown', 'NOBODY-HAS-IT', /^This discount code is not known\. Check its letters/],
    ['too long', 'A'.repeat(41), /^A discount code has at most 40 letters, digits and dashes$/],
    ['endless', 'A'.repeat(10_000), /^A discount code has at most 40 letters, digits and dashes$/],
    ['no code', "' or 1=1; --", /^A discount code has at most 40 letters, digits and dashes$/],
  ])('says what to do about a code that is %s', async (_, discountCode, sentence) => {
    const { call, send } = await aBuyer()
    const { id } = await aBookOnSale({ price: 1000 })
    await expect(call('POST /orders', aPurchase(id, { discountCode }))).rejects.toMatchObject(
      fieldError(sentence),
    )
    const shown = await send(`/api/books/${id}/discount`, asJson({ discountCode }))
    expect(shown.status).toBe(400)
  })

  test('says that a code has ended, begins later, or is for another book', async () => {
    const { call } = await aBuyer()
    const { id } = await aBookOnSale({ price: 1000 })
    const other = await aBookOnSale()
    const ended = await aDiscount({ endsAt: '2026-01-01T00:00:00.000Z' })
    const later = await aDiscount({ startsAt: '2099-03-01T00:00:00.000Z' })
    const elsewhere = await aDiscount({ bookIds: [other.id] })
    for (const [{ code }, sentence] of [
      [ended, /^This discount code has ended\. Leave the field empty/],
      [later, /^This discount code works from March 1, 2099\. /],
      [elsewhere, /^This discount code is for other books\. /],
    ] as const) {
      const refused = expect.objectContaining(fieldError(sentence))
      await expect(call('POST /orders', aPurchase(id, { discountCode: code }))).rejects.toEqual(
        refused,
      )
      await expect(call('POST /books/:id/discount', { id, discountCode: code })).rejects.toEqual(
        refused,
      )
    }
    const bought = aPurchase(other.id, { discountCode: elsewhere.code })
    expect((await call('POST /orders', bought)).reference).toMatch(/^ASC-/)
  })

  test('says that a free book needs no code', async () => {
    const { call } = await aBuyer()
    const { id } = await aBookOnSale({ price: 0 })
    const { code } = await aDiscount()
    await expect(call('POST /orders', aPurchase(id, { discountCode: code }))).rejects.toMatchObject(
      fieldError(/^This book is free and needs no discount code\./),
    )
  })
})

describe('whoever guesses codes', () => {
  test('is stopped after sixty, before a right one too, and can still buy without', async () => {
    const { call } = await aBuyer()
    const { id } = await aBookOnSale({ price: 1000 })
    const { code } = await aDiscount()
    const guess = (discountCode: string) => call('POST /books/:id/discount', { id, discountCode })
    for (let tried = 0; tried < 5; tried++) await guess(code)
    await expect(guess('WRONG-0')).rejects.toMatchObject({ status: 400 })
    await sql`update rate_limits set points = 59 where key like 'discount codes:%'`
    await expect(guess('WRONG-1')).rejects.toMatchObject({ status: 400 })
    const stopped = { status: 429, sentence: expect.stringContaining('buy without a code') }
    await expect(guess(code)).rejects.toMatchObject(stopped)
    await expect(call('POST /orders', aPurchase(id, { discountCode: code }))).rejects.toMatchObject(
      stopped,
    )
    expect((await call('POST /orders', aPurchase(id))).amount).toBe(1000)
    expect(
      await (await aBuyer()).call('POST /books/:id/discount', { id, discountCode: code }),
    ).toBeTruthy()
  })
})

describe('the last use of a code', () => {
  test('goes to exactly one of many buyers at once', async () => {
    const { base } = await aShop()
    const { id } = await aBookOnSale({ price: 1000 })
    const discount = await aDiscount({ maxUses: 3 })
    const buyers = await Promise.all(Array.from({ length: 12 }, () => aVisitor(base)))
    const placed = await Promise.allSettled(
      buyers.map(({ call }) =>
        call('POST /orders', aPurchase(id, { discountCode: discount.code })),
      ),
    )
    expect(placed.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    for (const outcome of placed) {
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject(fieldError(/used as often as it may be/))
    }
    expect(await usesOf(discount)).toBe(3)
  })

  test('comes back when the order lapses, fails or is refunded', async () => {
    const { call, says, settling } = await aBuyer()
    const { id } = await aBookOnSale({ price: 1000 })
    const discount = await aDiscount({ maxUses: 1 })
    const buy = () => call('POST /orders', aPurchase(id, { discountCode: discount.code }))
    for (const status of ['failed', 'abandoned', 'reversed'] as const) {
      const { reference } = await buy()
      await expect(buy()).rejects.toMatchObject(fieldError(/used as often/))
      if (status === 'reversed') {
        says(reference, { status: 'success' })
        await settleOrder(reference, 'return', settling)
        await expect(buy()).rejects.toMatchObject(fieldError(/used as often/))
      }
      says(reference, { status })
      await settleOrder(reference, 'return', settling)
      expect(await usesOf(discount)).toBe(0)
    }
    const { reference } = await buy()
    says(reference, { status: 'waiting' })
    await sql`update orders set created_at = now() - interval '25 hours' where reference = ${reference}`
    await settleOrder(reference, 'sweep', settling)
    expect(await rowOf(reference)).toMatchObject({ state: 'expired' })
    await buy()
  })

  test('is held for somebody who is paying when the code ends', async () => {
    const { call, says, settling } = await aBuyer()
    const { id } = await aBookOnSale({ price: 1000 })
    const discount = await aDiscount()
    const { reference } = await call('POST /orders', aPurchase(id, { discountCode: discount.code }))
    const shopkeeper = await theStaff('shopkeeper')
    await shopkeeper.call('POST /admin/discounts/:id/end', { id: discount.id })
    says(reference, { status: 'success' })
    await settleOrder(reference, 'webhook', settling)
    expect(await rowOf(reference)).toMatchObject({ state: 'paid', amountKobo: 75_000 })
  })

  test('that a late payment finds taken leaves the payment to be given back', async () => {
    const { call, says, settling } = await aBuyer()
    const { id } = await aBookOnSale({ price: 1000 })
    const discount = await aDiscount({ maxUses: 1 })
    const buy = () => call('POST /orders', aPurchase(id, { discountCode: discount.code }))
    const late = await buy()
    says(late.reference, { status: 'abandoned' })
    await settleOrder(late.reference, 'return', settling)
    const second = await buy()
    says(late.reference, { status: 'success' })
    says(second.reference, { status: 'success' })
    await settleOrder(late.reference, 'webhook', settling)
    await settleOrder(second.reference, 'webhook', settling)
    expect(await rowOf(second.reference)).toMatchObject({ state: 'paid' })
    expect(await rowOf(late.reference)).toMatchObject({
      state: 'needs_review',
      problemCode: 'useGone',
    })
    expect(await usesOf(discount)).toBe(1)
  })

  test('that a late payment finds free is taken again', async () => {
    const { call, says, settling } = await aBuyer()
    const { id } = await aBookOnSale({ price: 1000 })
    const discount = await aDiscount({ maxUses: 1 })
    const sent = aPurchase(id, { discountCode: discount.code })
    const { reference } = await call('POST /orders', sent)
    says(reference, { status: 'abandoned' })
    await settleOrder(reference, 'return', settling)
    says(reference, { status: 'success' })
    await settleOrder(reference, 'webhook', settling)
    expect(await rowOf(reference)).toMatchObject({ state: 'paid' })
    await expect(
      call('POST /orders', aPurchase(id, { discountCode: discount.code })),
    ).rejects.toMatchObject(fieldError(/used as often/))
  })
})

test('an order is settled while somebody orders with the same code', async () => {
  const { call, says, settling } = await aBuyer()
  const { id } = await aBookOnSale({ price: 1000 })
  const discount = await aDiscount()
  const { reference } = await call('POST /orders', aPurchase(id, { discountCode: discount.code }))
  says(reference, { status: 'failed' })
  await sql`update orders set created_at = now() - interval '2 days' where reference = ${reference}`
  await transaction(async () => {
    await lockDiscount(discount.id)
    await outsideTransaction(() => settleOrder(reference, 'sweep', settling))
  })
  expect((await rowOf(reference))['state']).toBe('failed')
})

describe('a code for once a buyer', () => {
  test('is counted by e-mail address in any case, and by nobody else’s', async () => {
    const { call } = await aBuyer()
    const { id } = await aBookOnSale({ price: 1000 })
    const { code } = await aDiscount({ percent: 100, maxUsesOfBuyer: 1 })
    const sent = aPurchase(id, { discountCode: code })
    await call('POST /orders', sent)
    const again = { ...sent, buyerEmail: sent.buyerEmail?.toUpperCase() as string }
    await expect(call('POST /orders', again)).rejects.toMatchObject(
      fieldError(/^You have used this discount code as often as one buyer may\./),
    )
    expect((await call('POST /orders', aPurchase(id, { discountCode: code }))).amount).toBe(0)
  })

  test('lets a buyer who came back from the checkout order differently, and pay either order, once', async () => {
    const { call, says, settling } = await aBuyer()
    const { id } = await aBookOnSale({ price: 1000 })
    const discount = await aDiscount({ maxUsesOfBuyer: 1 })
    const sent = aPurchase(id, { discountCode: discount.code })
    const first = await call('POST /orders', sent, randomUUID())
    const second = await call('POST /orders', { ...sent, quantity: 2 }, randomUUID())
    const shown = { id, discountCode: discount.code, buyerEmail: sent.buyerEmail as string }
    expect(await call('POST /books/:id/discount', shown)).toMatchObject({ percent: 25 })
    expect(await rowOf(first.reference)).toMatchObject({ state: 'abandoned' })
    says(first.reference, { status: 'success' })
    await settleOrder(first.reference, 'webhook', settling)
    expect(await rowOf(first.reference)).toMatchObject({ state: 'paid' })
    says(second.reference, { status: 'success' })
    await settleOrder(second.reference, 'webhook', settling)
    expect(await rowOf(second.reference)).toMatchObject({ state: 'needs_review' })
    expect(await usesOf(discount)).toBe(1)
    await expect(call('POST /books/:id/discount', shown)).rejects.toMatchObject(
      fieldError(/^You have used/),
    )
  })
})

describe('a code that leaves nothing to pay', () => {
  test('delivers like a free book, with its fifty copies, and where nothing can be bought', async () => {
    const { call, opened, base } = await aBuyer()
    const { id } = await aBookOnSale({ price: 1000 })
    const { code } = await aDiscount({ percent: 100 })
    await expect(
      call('POST /orders', aPurchase(id, { quantity: 51, discountCode: code })),
    ).rejects.toMatchObject({
      status: 400,
      fields: { quantity: ['Quantity must be a whole number from 1 to 50'] },
    })
    const sent = aPurchase(id, { quantity: 3, discountCode: code })
    const { reference, amount, checkoutUrl } = await call('POST /orders', sent)
    expect(amount).toBe(0)
    expect(opened.size).toBe(0)
    const key = new URL(checkoutUrl, base).searchParams.get('key') ?? ''
    const order = await call('GET /orders/:reference', { reference, key })
    // This holds for any free book: only whoever gets the mail may rate it.
    expect(order).toMatchObject({ status: 'paid', amount: 0, discount: 3000, canRate: false })
    expect(order.codes).toHaveLength(2)
    expect(
      await sql`select kind from mails where recipient = ${sent.buyerEmail as string}`,
    ).toMatchObject([{ kind: 'freeReceipt' }])
    const closed = await (await aVisitor()).call(
      'POST /orders',
      aPurchase(id, { discountCode: code }),
    )
    expect(closed.checkoutUrl).toContain(`/order/${closed.reference}?key=`)
  })

  test('counts against the free books of a network', async () => {
    const { call } = await aBuyer()
    const { id } = await aBookOnSale({ price: 1000 })
    const discount = await aDiscount({ percent: 100 })
    const buy = () => call('POST /orders', aPurchase(id, { discountCode: discount.code }))
    await buy()
    await sql`update rate_limits set points = 300 where key like 'free orders:%'`
    await expect(buy()).rejects.toMatchObject({ status: 429 })
    expect(await usesOf(discount)).toBe(1)
  })
})

describe('somebody without script', () => {
  const form = (bookId: string, fields: object) =>
    asForm({ ...aPurchase(bookId), quantity: '1', shownTotal: '', ...fields } as Record<
      string,
      string
    >)

  test('is shown the total with the code before an order is placed', async () => {
    const { send } = await aBuyer()
    const { id } = await aBookOnSale({ price: 1000 })
    const discount = await aDiscount()
    const fields = { discountCode: discount.code }
    const first = await send('/api/orders', form(id, fields))
    expect(first.status).toBe(409)
    expect(await usesOf(discount)).toBe(0)
    const wrong = await send('/api/orders', form(id, { ...fields, shownTotal: '1000' }))
    expect(wrong.status).toBe(409)
    const agreed = await send('/api/orders', form(id, { ...fields, shownTotal: '750' }))
    expect(agreed.status).toBe(303)
    expect(agreed.headers.get('Location')).toMatch(/^https:\/\/pay\.example\/ASC-/)
    expect(await usesOf(discount)).toBe(1)
  })

  test('has the code of the address that the page was opened at', async () => {
    const { send, base } = await aBuyer()
    const { id } = await aBookOnSale({ price: 1000 })
    const discount = await aDiscount()
    const page = { Referer: `${base}/book/${id}?code=${discount.code.toLowerCase()}` }
    const fromPage = (fields: object) => ({ ...form(id, fields), headers: page })
    expect((await send('/api/orders', fromPage({}))).status).toBe(409)
    const agreed = await send('/api/orders', fromPage({ shownTotal: '750' }))
    expect(agreed.status).toBe(303)
    expect(await usesOf(discount)).toBe(1)
    // With script the page sends what its field says.
    const sent = await send('/api/orders', { ...asJson(aPurchase(id), page) })
    expect(await sent.json()).toMatchObject({ amount: 1000 })
  })

  test('buys without a code as before, at the first press', async () => {
    const { send } = await aBuyer()
    const { id } = await aBookOnSale({ price: 1000 })
    expect((await send('/api/orders', form(id, { discountCode: '' }))).status).toBe(303)
  })
})

test('who guesses codes is counted by account and by network, so that a new account gives no more', async () => {
  const { base } = await aShop()
  const reader = await aReader(base)
  const { id } = await aBookOnSale({ price: 1000 })
  const guess = async ({ send }: typeof reader, network = '203.0.113.9') => {
    const from = { 'X-Forwarded-For': network }
    return (await send(`/api/books/${id}/discount`, asJson({ discountCode: 'WRONG-1' }, from)))
      .status
  }
  expect(await guess(reader)).toBe(400)
  await sql`update rate_limits set points = 60 where key like 'discount codes:%'`
  expect(await guess(reader)).toBe(429)
  expect(await guess(await aReader(base))).toBe(429)
  expect(await guess(reader, '203.0.113.10')).toBe(429)
  expect(await guess(await aReader(base), '203.0.113.10')).toBe(400)
})
