import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { hashToken } from '#api/http/secrets/secrets.ts'
import { shopWith } from '#api/shop/shop.ts'
import type { ApiError } from '#contract/api-error.ts'
import { sql } from '#db/sql.ts'
import { asForm, asJson } from '#tests/magazine/posts.ts'
import { aBook, aReader, aVisitor, startApp } from '#tests/people.ts'
import { aBookOnSale, aPretendProvider } from '#tests/servers/pretend-provider.ts'
import { aPurchase, aShop, countOf, rowOf, secret } from '#tests/shop/purchases.ts'
import { orderKey } from './order-secrets.ts'
import { expireSubmissions } from './orders.queries.ts'
import { settleOrder } from './settle-order.ts'

beforeEach(() => sql`delete from rate_limits`)

describe('somebody who buys a book', () => {
  test('is redirected to the provider with the amount of the database', async () => {
    const { base, opened } = await aShop()
    const { send } = await aVisitor(base)
    const { id } = await aBookOnSale({ price: 1250.75 })
    const sent = aPurchase(id, { quantity: 3 })
    const response = await send(
      '/api/orders',
      asJson({
        ...sent,
        amount: 1,
        amountKobo: 1,
        price: 1,
        unitKobo: 1,
        currency: 'GHS',
        state: 'paid',
        status: 'paid',
        isTest: true,
        provider: 'free',
        readerId: randomUUID(),
        paidAt: 'now',
      }),
    )
    expect(response.status).toBe(201)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    const { reference, ...answer } = await response.json()
    expect(reference).toMatch(/^ASC-[0-9A-HJKMNP-TV-Z]{26}$/)
    expect(answer).toEqual({
      amount: 3752.25,
      discount: 0,
      checkoutUrl: `https://pay.example/${reference}`,
    })
    const row = await rowOf(reference)
    expect(row).toMatchObject({
      bookId: id,
      unitKobo: 125_075,
      amountKobo: 375_225,
      currency: 'NGN',
      state: 'pending',
      provider: 'paystack',
      isTest: false,
      readerId: null,
      buyerEmail: sent.buyerEmail,
      checkoutUrl: answer.checkoutUrl,
    })
    expect(opened.get(reference)).toMatchObject({
      amountKobo: 375_225,
      currency: 'NGN',
      method: 'card',
      email: sent.buyerEmail,
      returnUrl: `https://ascend.example/api/payments/return?key=${orderKey(secret, row.id)}`,
    })
    // What opens the order stands nowhere in the database.
    expect(row['keyHash']).toBe(hashToken(orderKey(secret, row.id)))
    expect(JSON.stringify(row)).not.toContain(orderKey(secret, row.id))
  })

  test.each([0.01, 0.29, 1.1, 19.99, 1234.56, 99_999_999.99])(
    'pays ₦%d to the kobo',
    async (price) => {
      const { base, opened } = await aShop()
      const { call } = await aVisitor(base)
      const { id } = await aBookOnSale({ price })
      const { reference, amount } = await call('POST /orders', aPurchase(id, { quantity: 500 }))
      const kobo = Number(price.toFixed(2).replace('.', '')) * 500
      expect(opened.get(reference)?.amountKobo).toBe(kobo)
      expect(amount).toBe(kobo / 100)
    },
  )

  test.each([
    ['a negative', -1],
    ['no', 0],
    ['half a', 0.5],
    ['too high a', 501],
    ['an endless', '1e309'],
    ['an exponential', '1e2'],
    ['a listed', [2]],
    ['a hidden', { valueOf: 1 }],
    ['an empty', ''],
    ['an absent', null],
  ])('gets an error for %s quantity', async (_, quantity) => {
    const { base } = await aShop()
    const { send } = await aVisitor(base)
    const sent = { ...aPurchase((await aBookOnSale()).id), quantity }
    const response = await send('/api/orders', asJson(sent))
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      errors: { quantity: ['Quantity must be a whole number from 1 to 500'] },
    })
    expect(await countOf(sent.buyerEmail)).toBe(0)
  })

  test('has the order in their account when signed in', async () => {
    const { base } = await aShop()
    const { call, reader } = await aReader(base)
    const { reference } = await call('POST /orders', aPurchase((await aBookOnSale()).id))
    expect(await rowOf(reference)).toMatchObject({ readerId: reader.id })
  })

  test('cannot buy a book that is unpublished, deleted or without a PDF', async () => {
    const { base, opened } = await aShop()
    const { call } = await aVisitor(base)
    const hidden = await aBookOnSale({ isPublished: false })
    const deleted = await aBookOnSale()
    await sql`update books set is_published = false, deleted_at = now() where id = ${deleted.id}`
    const bare = await aBook()
    for (const [id, rejection] of [
      [hidden.id, [404, "The book you're looking for doesn't exist."]],
      [deleted.id, [404, "The book you're looking for doesn't exist."]],
      [randomUUID(), [404, "The book you're looking for doesn't exist."]],
      [bare.id, [409, 'This book is not yet available. Please come back soon.']],
    ] as const) {
      const refused = (await call('POST /orders', aPurchase(id)).catch((e) => e)) as ApiError
      expect([refused.status, refused.sentence]).toEqual(rejection)
    }
    expect(opened.size).toBe(0)
  })

  test('is told that buying opens soon where no provider is configured, unless the book is free', async () => {
    const { call } = await aVisitor(await startApp())
    await expect(call('POST /orders', aPurchase((await aBookOnSale()).id))).rejects.toMatchObject({
      status: 503,
      sentence: 'Buying opens soon. Nothing was charged.',
    })
    const free = await call('POST /orders', aPurchase((await aBookOnSale({ price: 0 })).id))
    expect(free.checkoutUrl).toContain(`/order/${free.reference}?key=`)
  })

  test('gets a free book at once, with a code for each further copy', async () => {
    const { base, opened } = await aShop()
    const { call } = await aVisitor(base)
    const { id } = await aBookOnSale({ price: 0 })
    const sent = aPurchase(id, { quantity: 3 })
    const { reference, amount, checkoutUrl } = await call('POST /orders', sent)
    expect(amount).toBe(0)
    expect(opened.size).toBe(0)
    const { pathname, searchParams } = new URL(checkoutUrl, base)
    expect(pathname).toBe(`/order/${reference}`)
    const key = searchParams.get('key') ?? ''
    const order = await call('GET /orders/:reference', { reference, key })
    expect(order).toMatchObject({ status: 'paid', amount: 0, isTest: false, quantity: 3 })
    expect(order.codes).toHaveLength(2)
    expect(order.download?.url).toMatch(/^\/api\/downloads\/[\w-]{43}$/)
    expect(
      await sql`select kind from mails where recipient = ${sent.buyerEmail as string}`,
    ).toMatchObject([{ kind: 'freeReceipt' }])
  })

  test('gets no free book from a network with hundreds of orders this hour, but can still pay for one', async () => {
    const { base } = await aShop()
    const { call } = await aVisitor(base)
    const { id: free } = await aBookOnSale({ price: 0 })
    const { id: paid } = await aBookOnSale()
    const press = randomUUID()
    const sent = aPurchase(free)
    const { reference } = await call('POST /orders', sent, press)
    await sql`update rate_limits set points = 299 where key like 'free orders:%'`
    await call('POST /orders', aPurchase(free))
    const refused = aPurchase(free)
    await expect(call('POST /orders', refused)).rejects.toMatchObject({ status: 429 })
    expect(await countOf(refused.buyerEmail)).toBe(0)
    expect((await call('POST /orders', sent, press)).reference).toBe(reference)
    expect((await call('POST /orders', aPurchase(paid))).reference).toMatch(/^ASC-/)
  })

  test('has to wait in a network with sixty unpaid orders this hour until one is paid', async () => {
    const provider = aPretendProvider()
    const base = await startApp({ payments: provider.payments, trustProxy: 1 })
    const { id: bookId } = await aBookOnSale()
    const order = (address: string, send: typeof fetch = fetch) =>
      send(`${base}/api/orders`, asJson(aPurchase(bookId), { 'X-Forwarded-For': address }))
    const first = await (await order('198.51.100.1')).json()
    await sql`update rate_limits set points = 60 where key like 'unpaid orders:%'`
    const refused = await order('198.51.100.1')
    expect([refused.status, Number(refused.headers.get('Retry-After'))]).toEqual([
      429,
      expect.closeTo(3600, -2),
    ])
    expect((await order('198.51.100.2')).status).toBe(201)
    provider.says(first.reference, { status: 'success' })
    await settleOrder(
      first.reference,
      'webhook',
      shopWith(() => [provider.payments], secret),
    )
    expect((await order('198.51.100.1')).status).toBe(201)
    expect((await order('198.51.100.1')).status).toBe(429)
  })

  test('can still buy during a flood of unpaid orders, signed in or from a quiet network', async () => {
    const { base } = await aShop()
    const { id: bookId } = await aBookOnSale()
    const [visitor, reader] = [await aVisitor(base), await aReader(base)]
    const buy = () => visitor.call('POST /orders', aPurchase(bookId))
    await buy()
    await sql`update rate_limits set points = 3000 where key like 'all unpaid orders:%'`
    expect(await buy()).toHaveProperty('checkoutUrl')
    await sql`update rate_limits set points = 6 where key like 'unpaid orders:%'`
    await expect(buy()).rejects.toMatchObject({ status: 429 })
    await expect(buy()).rejects.toMatchObject({ status: 429 })
    expect(await reader.call('POST /orders', aPurchase(bookId))).toHaveProperty('checkoutUrl')
  })

  test('can order at most fifty copies of a free book', async () => {
    const { base } = await aShop()
    const { call } = await aVisitor(base)
    const { id } = await aBookOnSale({ price: 0 })
    await expect(call('POST /orders', aPurchase(id, { quantity: 51 }))).rejects.toMatchObject({
      status: 400,
      fields: { quantity: ['Quantity must be a whole number from 1 to 50'] },
    })
    expect(await call('POST /orders', aPurchase(id, { quantity: 50 }))).toMatchObject({ amount: 0 })
  })

  test('gets 499 different codes with 500 copies', async () => {
    const { base, says, payments } = await aShop()
    const { call } = await aVisitor(base)
    const { id } = await aBookOnSale()
    const { reference } = await call('POST /orders', aPurchase(id, { quantity: 500 }))
    says(reference, { status: 'success' })
    await settleOrder(
      reference,
      'webhook',
      shopWith(() => [payments], secret),
    )
    const key = orderKey(secret, (await rowOf(reference)).id)
    const { codes } = await call('GET /orders/:reference', { reference, key })
    expect(new Set(codes.map(({ code }) => code)).size).toBe(499)
    for (const { code } of codes)
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/)
  })

  test('without script is redirected to the provider', async () => {
    const { base } = await aShop()
    const { send } = await aVisitor(base)
    const sent = aPurchase((await aBookOnSale()).id)
    const response = await send('/api/orders', asForm({ ...sent, quantity: '2' } as never))
    expect(response.status).toBe(303)
    expect(response.headers.get('Location')).toMatch(/^https:\/\/pay\.example\/ASC-/)
  })
})

describe('a repeated submission', () => {
  test('places the same order', async () => {
    const { base, opened } = await aShop()
    const { call } = await aVisitor(base)
    const sent = aPurchase((await aBookOnSale()).id)
    const key = randomUUID()
    const first = await call('POST /orders', sent, key)
    await sql`update books set price = 9 where id = ${sent.bookId}`
    expect(await call('POST /orders', sent, key)).toEqual(first)
    expect(opened.size).toBe(1)
    expect(await countOf(sent.buyerEmail)).toBe(1)
  })

  test.each([3500, 0])(
    'twenty times at the same moment, for a book at ₦%d, places one order',
    async (price) => {
      const { base, opened, first } = await aShop()
      first(() => new Promise((resolve) => setTimeout(resolve, 100)))
      const { call } = await aVisitor(base)
      const sent = aPurchase((await aBookOnSale({ price })).id, { quantity: 2 })
      const key = randomUUID()
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => call('POST /orders', sent, key)),
      )
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
      expect(opened.size).toBe(price ? 1 : 0)
      expect(await countOf(sent.buyerEmail)).toBe(1)
      const mails = await sql`select 1 from mails where recipient = ${sent.buyerEmail as string}`
      expect(mails).toHaveLength(price ? 0 : 1)
    },
  )

  test('after an error of the provider continues the same order', async () => {
    const { base, opened, first } = await aShop()
    first(async () => {
      throw new Error('down')
    })
    const { call } = await aVisitor(base)
    const sent = aPurchase((await aBookOnSale()).id)
    const key = randomUUID()
    for (let press = 0; press < 2; press++) {
      await expect(call('POST /orders', sent, key)).rejects.toMatchObject({
        status: 503,
        sentence: 'Payment is not available right now. Nothing was charged. Please try again.',
      })
    }
    const [before] =
      await sql`select reference from orders where buyer_email = ${sent.buyerEmail as string}`
    first(async () => {})
    const { reference } = await call('POST /orders', sent, key)
    expect(reference).toBe(before?.['reference'])
    expect([...opened.keys()]).toEqual([reference])
    expect(await countOf(sent.buyerEmail)).toBe(1)
  })

  test('after a lost checkout address opens the payment under another reference', async () => {
    const { base, opened, first } = await aShop()
    const { call } = await aVisitor(base)
    const sent = aPurchase((await aBookOnSale()).id)
    const key = randomUUID()
    const lost: string[] = []
    first(async (_, reference) => {
      if (lost.length === 3) return
      lost.push(reference)
      throw Object.assign(new Error('lost'), { isCheckoutLost: true })
    })
    // It tries once more by itself; a press that goes lost twice is the buyer's to repeat.
    await expect(call('POST /orders', sent, key)).rejects.toMatchObject({ status: 503 })
    expect(lost).toHaveLength(2)
    const { reference } = await call('POST /orders', sent, key)
    expect(new Set([...lost, reference]).size).toBe(4)
    expect([...opened.keys()]).toEqual([reference])
    expect(await countOf(sent.buyerEmail)).toBe(1)
  })

  test.each(['press-01', 'é'.repeat(8), 'x'.repeat(200), randomUUID()])(
    'with the key %s and without a cookie, twenty times, places one order',
    async (key) => {
      const { base } = await aShop()
      const sent = aPurchase((await aBookOnSale({ price: 0 })).id)
      const press = () => fetch(`${base}/api/orders`, asJson(sent, { 'Idempotency-Key': key }))
      const answers = await Promise.all(Array.from({ length: 20 }, press))
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201))
      expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1)
      expect(await countOf(sent.buyerEmail)).toBe(1)
    },
  )

  test.each(['x'.repeat(7), 'x'.repeat(201)])(
    'with the key %s gets an error that explains the key',
    async (key) => {
      const { base } = await aShop()
      const { call } = await aVisitor(base)
      const sent = aPurchase((await aBookOnSale()).id)
      await expect(call('POST /orders', sent, key)).rejects.toMatchObject({
        status: 400,
        fields: { idempotencyKey: ['The key has 8 to 200 characters'] },
      })
      expect(await countOf(sent.buyerEmail)).toBe(0)
    },
  )

  test.each(['what anybody could have made up', randomUUID()])(
    'by somebody else, with the key %s, places another order',
    async (key) => {
      const base = await startApp({ payments: aPretendProvider().payments, trustProxy: 1 })
      const sent = aPurchase((await aBookOnSale()).id)
      const from = (address: string) => ({ 'Idempotency-Key': key, 'X-Forwarded-For': address })
      const reader = await aReader(base)
      const answers = [
        await fetch(`${base}/api/orders`, asJson(sent, from('198.51.100.1'))),
        await reader.send('/api/orders', asJson(sent, from('198.51.100.1'))),
        ...(key.length === 36
          ? []
          : [await fetch(`${base}/api/orders`, asJson(sent, from('198.51.100.2')))]),
      ]
      const references = await Promise.all(
        answers.map(async (answer) => (await answer.json()).reference),
      )
      expect(new Set(references).size).toBe(answers.length)
    },
  )

  test.each([
    { quantity: 2 },
    { buyerName: 'Bisi Cole' },
    { buyerEmail: 'another@buyers.example' },
    { paymentMethod: 'transfer' as const },
  ])('with %j instead is rejected and does not reveal the first order', async (change) => {
    const { base } = await aShop()
    const { call } = await aVisitor(base)
    const sent = aPurchase((await aBookOnSale({ price: 0 })).id)
    const key = randomUUID()
    const { reference } = await call('POST /orders', sent, key)
    await expect(call('POST /orders', { ...sent, ...change }, key)).rejects.toMatchObject({
      status: 422,
    })
    expect((await call('POST /orders', sent, key)).reference).toBe(reference)
    expect((await call('POST /orders', { ...sent, ...change }, randomUUID())).reference).not.toBe(
      reference,
    )
  })

  test('of a form without script is recognized by the browser, not by the typed values', async () => {
    const { base } = await aShop()
    const sent = {
      ...aPurchase((await aBookOnSale({ price: 0 })).id),
      quantity: '1',
      idempotencyKey: '',
    }
    const buyer = await aVisitor(base)
    const press = async (visitor: typeof buyer) =>
      (await visitor.send('/api/orders', asForm(sent as never))).headers.get('Location')
    const first = await press(buyer)
    expect([...buyer.cookies.keys()]).toEqual(['visitor'])
    expect(await press(buyer)).toBe(first)
    expect(await press(await aVisitor(base))).not.toBe(first)
  })

  test('after the payment shows the order, and a day later places a new one', async () => {
    const { base, says } = await aShop()
    const { call, send } = await aVisitor(base)
    const sent = aPurchase((await aBookOnSale()).id)
    const press = randomUUID()
    const { reference } = await call('POST /orders', sent, press)
    const { id } = await rowOf(reference)
    const key = orderKey(secret, id)
    says(reference, { status: 'success' })
    await call('POST /orders/:reference/check', { reference, key })
    const again = await call('POST /orders', sent, press)
    expect(again.checkoutUrl).toBe(`/order/${reference}?key=${key}`)
    expect((await send(`/api/orders/${reference}?key=${key}`)).status).toBe(200)

    await sql`update orders set created_at = now() - interval '25 hours' where reference = ${reference}`
    await expireSubmissions()
    expect((await call('POST /orders', sent, press)).reference).not.toBe(reference)
  })

  test('after a failed payment places a new order', async () => {
    const { base, says } = await aShop()
    const { call } = await aVisitor(base)
    const sent = aPurchase((await aBookOnSale()).id)
    const press = randomUUID()
    const { reference } = await call('POST /orders', sent, press)
    says(reference, { status: 'failed' })
    const key = orderKey(secret, (await rowOf(reference)).id)
    await call('POST /orders/:reference/check', { reference, key })
    expect((await call('POST /orders', sent, press)).reference).not.toBe(reference)
  })
})
