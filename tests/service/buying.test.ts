import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { flutterwavePayments } from '#api/integrations/flutterwave.ts'
import { paystackPayments } from '#api/integrations/paystack.ts'
import { testPayments } from '#api/integrations/test-checkout.ts'
import { asForm } from '#tests/magazine/posts.ts'
import { aVisitor, startApp } from '#tests/people.ts'
import { aFlutterwaveServer, sendHashed } from '#tests/servers/flutterwave-server.ts'
import { aPaystackServer, sendNotice } from '#tests/servers/paystack-server.ts'
import { aBookOnSale } from '#tests/servers/pretend-provider.ts'

// The whole way of a buyer, through the app and each of the ways to pay.

/** A buyer who pressed Buy Now, in a shop where this one takes the money. */
async function aBuyer(payments: Parameters<typeof startApp>[0]) {
  const base = await startApp(payments)
  const { call, send } = await aVisitor(base)
  const press = (key: string) =>
    call('POST /orders', { bookId, buyerName: 'Bisi Ade-Cole', buyerEmail, quantity: 2 }, key)
  const { id: bookId } = await aBookOnSale({ price: 1250.5 })
  const buyerEmail = `bisi-${randomUUID()}@buyers.example`
  /** Comes back to the shop; resolves to the order as it is then seen. */
  const comeBack = async (address: string) => {
    const { pathname, search, searchParams } = new URL(address)
    expect((await send(pathname + search)).status).toBe(303)
    const [reference, key] = [searchParams.get('reference'), searchParams.get('key')]
    return call('GET /orders/:reference', { reference: reference ?? '', key: key ?? '' })
  }
  return { base, send, press, comeBack }
}

/** Paystack, a buyer, and where Paystack sends notices to. */
async function atPaystack() {
  const paystack = await aPaystackServer()
  const payments = paystackPayments({ ...paystack.options, timeoutMs: 600 })
  const buyer = await aBuyer({ payments })
  const { reference } = await buyer.press(randomUUID())
  const asked = paystack.asked[0]?.body as { callback_url: string; metadata: object }
  return {
    ...buyer,
    paystack,
    reference,
    /** As Paystack does it. */
    back: `${asked.callback_url}&trxref=${reference}&reference=${reference}`,
    webhook: `${buyer.base}/api/webhooks/paystack`,
  }
}

describe('a buyer at Paystack', () => {
  test('pays and returns to a paid order', async () => {
    const { paystack, reference, comeBack, back } = await atPaystack()
    expect(paystack.find(reference)).toMatchObject({ amount: 250_100, currency: 'NGN' })
    paystack.pay(reference)
    const paid = { status: 'paid', amount: 2501, lastDigits: '4081', isTest: true }
    expect(await comeBack(back)).toMatchObject(paid)
  })

  test('who returns without paying has an unpaid order', async () => {
    const { comeBack, back } = await atPaystack()
    expect((await comeBack(back)).status).not.toBe('paid')
  })

  test('who closes the tab has a paid order by the webhook, however often it is sent', async () => {
    const { paystack, reference, comeBack, back, webhook } = await atPaystack()
    paystack.pay(reference)
    const describeResult = () => paystack.tell(webhook, 'charge.success', reference)
    const answers = await Promise.all(Array.from({ length: 20 }, describeResult))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    await expect.poll(() => comeBack(back)).toMatchObject({ status: 'paid' })
  })

  test('gets nothing by a forged webhook', async () => {
    const { paystack, reference, webhook, comeBack, back } = await atPaystack()
    const { body, signature } = paystack.notice('charge.success', reference)
    const refused = await Promise.all([
      sendNotice(webhook, body, undefined),
      sendNotice(webhook, `${body} `, signature),
      sendNotice(webhook, body, paystack.sign(body, 'sk_test_another')),
      sendNotice(`${webhook}?signature=${signature}`, body, ''),
    ])
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 401])
    expect((await comeBack(back)).status).not.toBe('paid')
  })

  test('who paid another amount gets nothing before a review', async () => {
    const { paystack, reference, comeBack, back } = await atPaystack()
    paystack.pay(reference, { amount: 100 })
    expect(await comeBack(back)).toMatchObject({ status: 'needs_review', download: null })
  })

  test('is told the same where the key was revoked, and loses nothing', async () => {
    const paystack = await aPaystackServer()
    const { press } = await aBuyer({ payments: paystackPayments(paystack.options) })
    const key = randomUUID()
    paystack.taken.key = 'sk_test_another'
    await expect(press(key)).rejects.toMatchObject({
      status: 503,
      sentence: expect.stringContaining('Payment is not available right now.'),
    })
    paystack.taken.key = paystack.options.secretKey
    expect((await press(key)).checkoutUrl).toMatch(/^https:\/\/checkout\.paystack\.com\//)
  })

  test('is told that it is down, and pays later with the same submission', async () => {
    const paystack = await aPaystackServer()
    const payments = paystackPayments({ ...paystack.options, timeoutMs: 600 })
    const { press } = await aBuyer({ payments })
    const key = randomUUID()
    paystack.next('fault')
    await expect(press(key)).rejects.toMatchObject({
      status: 503,
      sentence: 'Payment is not available right now. Nothing was charged. Please try again.',
    })
    // Opened, but the answer goes lost: it is opened once more under another reference.
    paystack.next('lostAnswer')
    const { reference, checkoutUrl } = await press(key)
    expect(checkoutUrl).toMatch(/^https:\/\/checkout\.paystack\.com\//)
    const opened = paystack.asked.filter(({ path }) => path === '/transaction/initialize')
    expect(new Set(opened.map(({ body }) => body?.['reference'])).size).toBe(2)
    expect(opened.at(-1)?.body?.['reference']).toBe(reference)
    expect(await press(key)).toMatchObject({ reference, checkoutUrl })
  })
})

describe('a buyer at Flutterwave', () => {
  async function atFlutterwave() {
    const flutterwave = await aFlutterwaveServer()
    const payments = flutterwavePayments({ ...flutterwave.options, timeoutMs: 600 })
    const buyer = await aBuyer({ payments })
    const { reference } = await buyer.press(randomUUID())
    const back = String(flutterwave.opened.get(reference)?.['redirect_url'])
    return {
      ...buyer,
      flutterwave,
      reference,
      /** As Flutterwave does it. */
      back: `${back}&status=successful&tx_ref=${reference}&transaction_id=7`,
      webhook: `${buyer.base}/api/webhooks/flutterwave`,
    }
  }

  test('pays and returns to a paid order', async () => {
    const { flutterwave, reference, comeBack, back } = await atFlutterwave()
    expect(flutterwave.opened.get(reference)).toMatchObject({ amount: 2501, currency: 'NGN' })
    flutterwave.pay(reference)
    const paid = { status: 'paid', amount: 2501, lastDigits: '2950', isTest: true }
    expect(await comeBack(back)).toMatchObject(paid)
  })

  test('who returns without paying has an unpaid order, whatever the address says', async () => {
    const { comeBack, back } = await atFlutterwave()
    expect((await comeBack(back)).status).toBe('pending')
  })

  test('who closes the tab has a paid order by the webhook, however often it is sent', async () => {
    const { flutterwave, reference, comeBack, back, webhook } = await atFlutterwave()
    flutterwave.pay(reference)
    const tell = () => flutterwave.tell(webhook, 'charge.completed', reference)
    const answers = await Promise.all(Array.from({ length: 20 }, tell))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    await expect.poll(() => comeBack(back)).toMatchObject({ status: 'paid' })
  })

  test('gets nothing by a forged webhook, one in the form of Paystack, or one too large', async () => {
    const { flutterwave, reference, webhook, comeBack, back } = await atFlutterwave()
    const body = flutterwave.notice('charge.completed', reference, { status: 'successful' })
    const { webhookHash } = flutterwave.options
    const refused = await Promise.all([
      sendHashed(webhook, body, undefined),
      sendHashed(webhook, body, 'another-hash-of-16-signs'),
      sendHashed(`${webhook}?verif-hash=${webhookHash}`, body, ''),
      sendNotice(webhook, body, webhookHash),
      sendHashed(webhook, 'x'.repeat(200_000), webhookHash),
    ])
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 401, 413])
    // With the secret it says which payment to ask for, and no more.
    expect((await sendHashed(webhook, body, webhookHash)).status).toBe(200)
    expect((await comeBack(back)).status).toBe('pending')
  })

  test('who paid another amount gets nothing before a review', async () => {
    const { flutterwave, reference, comeBack, back } = await atFlutterwave()
    flutterwave.pay(reference, { amount: 1 })
    expect(await comeBack(back)).toMatchObject({ status: 'needs_review', download: null })
  })
})

describe('a buyer at the test checkout', () => {
  test.each([
    ['pay', 'paid'],
    ['fail', 'failed'],
    ['cancel', 'abandoned'],
    ['transfer', 'pending'],
  ])('who chooses %s returns to an order that is %s', async (outcome, status) => {
    const payments = testPayments({ publicUrl: 'https://ascend.example' })
    const { press, send, comeBack } = await aBuyer({ payments })
    const { reference } = await press(randomUUID())
    const left = await send(`/api/test-checkout/${reference}`, asForm({ outcome }))
    expect(await comeBack(left.headers.get('Location') ?? '')).toMatchObject({
      status,
      isTest: true,
    })
  })
})
