import { describe, expect, test, vi } from 'vitest'
import type { QueuedMail } from '#api/mails/mails.queries.ts'
import { composeMail } from '#api/mails/send-mails.ts'
import { makeReference, orderKey } from '#api/shop/orders/order-secrets.ts'
import { ApiError } from '#contract/api-error.ts'
import { sql } from '#db/sql.ts'
import { composeWith } from '#tests/fixtures/mail-sender.ts'
import { asForm, asJson } from '#tests/magazine/posts.ts'
import { aVisitor } from '#tests/people.ts'
import { aBookOnSale } from '#tests/servers/pretend-provider.ts'
import { anOrder } from '#tests/shop/buyers.ts'
import { aPurchase, aShop, rowOf, secret } from '#tests/shop/purchases.ts'

describe("an order's page", () => {
  test('requires its own key and is cached nowhere', async () => {
    const { base } = await aShop()
    const { call, send } = await aVisitor(base)
    const { id } = await aBookOnSale()
    const mine = await call('POST /orders', aPurchase(id))
    const other = await call('POST /orders', aPurchase(id))
    const key = orderKey(secret, (await rowOf(mine.reference)).id)
    const otherKey = orderKey(secret, (await rowOf(other.reference)).id)
    const page = await send(`/api/orders/${mine.reference.toLowerCase()}?key=${key}`)
    expect(page.status).toBe(200)
    expect(page.headers.get('Cache-Control')).toBe('private, no-store')
    expect(page.headers.get('ETag')).toBeNull()
    const text = await page.text()
    expect(JSON.parse(text)).toMatchObject({
      reference: mine.reference,
      status: 'pending',
      checkoutUrl: mine.checkoutUrl,
      unitPrice: 3500,
      amount: 3500,
      download: null,
      codes: [],
    })
    expect(text).not.toContain(key)

    for (const wrong of [
      `?key=${otherKey}`,
      '?key=',
      '',
      '?key=x',
      `?key=${key}x`,
      `?key=${key.toUpperCase()}`,
    ]) {
      const paths: [string, RequestInit][] = [
        [`/api/orders/${mine.reference}${wrong}`, {}],
        [`/api/orders/${mine.reference}/check${wrong}`, asJson({})],
      ]
      for (const [path, init] of paths) expect((await send(path, init)).status, path).toBe(404)
    }
    for (const reference of ['ASC-1', 'x', `ASC-${'0'.repeat(26)}`]) {
      expect((await send(`/api/orders/${reference}?key=${key}`)).status).toBe(404)
    }
  })

  test('cannot be opened by guessing keys, and guesses do not lock out a buyer of the same network', async () => {
    const { base } = await aShop()
    const { call, send } = await aVisitor(base)
    const { reference } = await call('POST /orders', aPurchase((await aBookOnSale()).id))
    const key = orderKey(secret, (await rowOf(reference)).id)
    const statuses: number[] = []
    for (let round = 0; round < 20; round++) {
      const guess = `reference=${reference}&key=guess${round}`
      statuses.push((await send(`/api/orders/${makeReference()}?key=${key}`)).status)
      statuses.push((await send(`/api/orders/${reference}/check`, asForm({ key: 'x' }))).status)
      statuses.push((await send(`/api/payments/return?${guess}`)).status)
    }
    expect(statuses).toEqual(Array(60).fill(404))
    const refused = await send(`/api/orders/${reference}?key=guess`)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect((await send(`/api/orders/${reference}?key=${key}`)).status).toBe(200)
  })

  test('accepts its form from browsers without Sec-Fetch-Site, and not without an origin', async () => {
    const { base } = await aShop()
    const { call, send } = await aVisitor(base)
    const { reference } = await call('POST /orders', aPurchase((await aBookOnSale()).id))
    const key = orderKey(secret, (await rowOf(reference)).id)
    const press = async (Origin: string) =>
      (await send(`/api/orders/${reference}/check`, asForm({ key }, { Origin }))).status
    expect(await press('https://ascend.example')).toBe(303)
    expect(await press('null')).toBe(403)
  })

  test('verifies with the provider now and then, not at each view', async () => {
    const { base, asked } = await aShop()
    const { call } = await aVisitor(base)
    const { reference } = await call('POST /orders', aPurchase((await aBookOnSale()).id))
    const key = orderKey(secret, (await rowOf(reference)).id)
    const answers = await Promise.allSettled(
      Array.from({ length: 40 }, () => call('POST /orders/:reference/check', { reference, key })),
    )
    const refused = answers.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(10)
    expect(refused[0]).toMatchObject({ reason: expect.any(ApiError) })
    expect(asked()).toBe(30)
  })

  test('shows the stored state when the provider is down', async () => {
    const { base, says } = await aShop()
    const { call } = await aVisitor(base)
    const { reference } = await call('POST /orders', aPurchase((await aBookOnSale()).id))
    const key = orderKey(secret, (await rowOf(reference)).id)
    says(reference, 'nothing')
    const order = await call('POST /orders/:reference/check', { reference, key })
    expect(order.status).toBe('pending')
  })
})

describe('somebody who looks for their orders', () => {
  const mailsTo = (email: string | undefined) => sql<{ kind: string; data: unknown }[]>`
    select kind, data from mails where recipient = ${email as string} and kind = 'orderLinks'`

  test('gets the same response with and without orders, however slow the provider', async () => {
    const { base, first } = await aShop()
    const { call, send } = await aVisitor(base)
    const sent = aPurchase((await aBookOnSale()).id)
    const { reference } = await call('POST /orders', sent)
    let open = () => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    first(() => gate)
    const answers = []
    for (const query of [
      sent.buyerEmail,
      reference,
      reference.toLowerCase(),
      'nobody@buyers.example',
      `ASC-${'0'.repeat(26)}`,
      'neither of both',
    ]) {
      const response = await send('/api/orders/find', asJson({ query }))
      const headers = Object.fromEntries(response.headers)
      for (const own of ['date', 'x-request-id']) delete headers[own]
      answers.push([response.status, headers, await response.text()])
    }
    expect(answers[0]).toEqual([202, expect.anything(), '{"status":"ok"}'])
    for (const answer of answers) expect(answer).toEqual(answers[0])
    open()
    await vi.waitFor(async () => expect(await mailsTo(sent.buyerEmail)).toHaveLength(3))
  })

  test.each(['email', 'reference'] as const)('finds them by %s alone', async (name) => {
    const { base } = await aShop()
    const { call, send } = await aVisitor(base)
    const sent = aPurchase((await aBookOnSale()).id)
    const { reference } = await call('POST /orders', sent)
    const search = { email: sent.buyerEmail, reference }[name]
    expect((await send('/api/orders/find', asJson({ [name]: search }))).status).toBe(202)
    await vi.waitFor(async () => expect(await mailsTo(sent.buyerEmail)).toHaveLength(1))
    expect((await send('/api/orders/find', asJson({}))).status).toBe(400)
    expect((await send('/api/orders/find', asJson({ email: 'nobody' }))).status).toBe(400)
  })

  test('has them verified again and gets the links by mail', async () => {
    const { base, says } = await aShop()
    const { call } = await aVisitor(base)
    const sent = aPurchase((await aBookOnSale()).id)
    const { reference } = await call('POST /orders', sent)
    says(reference, { status: 'success' })
    await call('POST /orders/find', { query: sent.buyerEmail?.toUpperCase() ?? '' })
    await vi.waitFor(async () =>
      expect(await mailsTo(sent.buyerEmail)).toMatchObject([{ data: { orderId: null } }]),
    )
    expect(await rowOf(reference)).toMatchObject({ state: 'paid' })
  })
})

describe('a buyer who wants the money back', () => {
  test('tells the publisher once, in words that the order keeps', async () => {
    const { base } = await aShop()
    const { call } = await aVisitor(base)
    const order = await anOrder((await aBookOnSale()).id)
    const ask = (refundReason: string) =>
      call('POST /orders/:reference/refund-request', { ...order, refundReason })
    await expect(ask('no')).rejects.toMatchObject({ status: 400 })
    const asked = await ask('The file does not open on my phone.')
    const request = { reason: 'The file does not open on my phone.', refusal: null }
    expect(asked.refundRequest).toMatchObject(request)
    await ask('Are you still there, please?')
    const mails = await sql<QueuedMail[]>`
      select * from mails where kind = 'orderConcern' and data ->> 'reference' = ${order.reference}`
    expect(mails).toHaveLength(1)
    const { subject, text } = (await composeMail(mails[0] as QueuedMail, composeWith)) ?? {}
    expect(subject).toBe(`A buyer wants the money back: ${order.orderNumber}`)
    expect(text).toContain('Reason: The file does not open on my phone.')
    const free = await anOrder((await aBookOnSale()).id, { isFree: true })
    await expect(
      call('POST /orders/:reference/refund-request', { ...free, refundReason: 'Give it all back' }),
    ).rejects.toMatchObject({ status: 409 })
  })
})
