import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { CheckoutRequest } from '#api/integrations/integrations.ts'
import { paystackPayments } from '#api/integrations/paystack.ts'
import { testPayments } from '#api/integrations/test-checkout.ts'
import { sql } from '#db/sql.ts'
import { asForm, asJson } from '#tests/magazine/posts.ts'
import { aVisitor, startApp } from '#tests/people.ts'

const payments = testPayments({ publicUrl: 'https://ascend.example' })
let app: Promise<string> | undefined
const theShop = () => {
  app ??= startApp({ payments })
  return app
}

/** A buyer at the checkout, sent there by the shop. */
async function aBuyer(fields: Partial<CheckoutRequest> = {}) {
  const reference = `ASC-${randomBytes(13).toString('hex').toUpperCase()}`
  const returnUrl = 'https://ascend.example/api/payments/return?key=abc'
  const request: CheckoutRequest = {
    reference,
    amountKobo: 350_050,
    currency: 'NGN',
    email: 'kele@buyers.example',
    method: 'card',
    returnUrl,
    title: 'The Quiet Ledger',
    ...fields,
  }
  const { checkoutUrl } = await payments.startCheckout(request)
  const visitor = await aVisitor(await theShop())
  const path = `/api/test-checkout/${reference}`
  return {
    ...visitor,
    request,
    reference,
    checkoutUrl,
    path,
    back: `${returnUrl}&reference=${reference}`,
    look: () => visitor.call('GET /test-checkout/:reference', { reference }),
    press: (outcome: string) => visitor.send(path, asForm({ outcome })),
    verify: () => payments.verify(reference),
  }
}

/** Twenty seconds go by. */
const wait = (reference: string) =>
  sql`update test_payments set arrives_at = arrives_at - interval '20 seconds' where reference = ${reference}`

describe('a buyer at the test checkout', () => {
  test('of this machine stays under the host they opened, there and back', async () => {
    const publicUrl = 'http://127.0.0.1:4321'
    const local = testPayments({ publicUrl })
    const { request, reference } = await aBuyer({
      returnUrl: `${publicUrl}/api/payments/return?key=abc`,
    })
    const { checkoutUrl } = await local.startCheckout(request)
    expect(checkoutUrl).toBe(`/test-checkout/${reference}`)
    const pressed = await local.testCheckout.press(reference, 'pay')
    expect(pressed?.returnUrl).toBe(`/api/payments/return?key=abc&reference=${reference}`)
  })

  test('sees the amount, and no personal data', async () => {
    const { reference, checkoutUrl, look, verify } = await aBuyer()
    expect(checkoutUrl).toBe(`https://ascend.example/test-checkout/${reference}`)
    expect(await look()).toEqual({
      reference,
      title: 'The Quiet Ledger',
      amount: 3500.5,
      method: 'card',
      status: 'open',
      arrivesAt: null,
    })
    expect(await verify()).toEqual({
      reference,
      status: 'waiting',
      providerStatus: 'open',
      amountKobo: 350_050,
      currency: 'NGN',
      isTest: true,
      paidAt: null,
      lastDigits: null,
    })
  })

  test.each([
    ['pay', 'success', 'success'],
    ['fail', 'failed', 'failed'],
    ['cancel', 'abandoned', 'abandoned'],
    ['transfer', 'open', 'waiting'],
  ])('clicks %s and is redirected to the shop', async (outcome, shown, status) => {
    const { press, look, verify, back } = await aBuyer()
    const response = await press(outcome)
    expect([response.status, response.headers.get('Location')]).toEqual([303, back])
    expect(await look()).toMatchObject({ status: shown })
    expect(await verify()).toMatchObject({ status })
  })

  test('has a paid order at once after paying', async () => {
    const { press, look, verify } = await aBuyer()
    await press('pay')
    const { paidAt } = await verify()
    expect(Math.abs(Date.now() - Date.parse(paidAt ?? ''))).toBeLessThan(60_000)
    expect(await look()).toMatchObject({ arrivesAt: null })
  })

  test('has a transfer confirmed after twenty seconds', async () => {
    const { press, look, verify, reference } = await aBuyer({ method: 'transfer' })
    const begun = Date.now()
    await press('transfer')
    const { arrivesAt } = await look()
    const seconds = (Date.parse(arrivesAt ?? '') - begun) / 1000
    expect(seconds).toBeGreaterThan(15)
    expect(seconds).toBeLessThan(40)
    expect(await verify()).toMatchObject({ status: 'waiting', paidAt: null })
    await wait(reference)
    expect(await verify()).toMatchObject({ status: 'success', paidAt: expect.any(String) })
    expect(await look()).toMatchObject({ status: 'success', arrivesAt: null })
  })

  test.each(['pay', 'fail', 'cancel', 'transfer'])(
    'changes nothing by a second click on %s, and is redirected again',
    async (first) => {
      const { press, look, reference, back } = await aBuyer()
      await press(first)
      const seen = await look()
      for (const outcome of ['pay', 'fail', 'cancel', 'transfer']) {
        const response = await press(outcome)
        expect([response.status, response.headers.get('Location')]).toEqual([303, back])
      }
      expect(await look()).toEqual(seen)
      await wait(reference)
      const then = first === 'transfer' ? { ...seen, status: 'success', arrivesAt: null } : seen
      expect(await look()).toEqual(then)
    },
  )

  test('gets one outcome from simultaneous clicks on all buttons', async () => {
    const { press, look } = await aBuyer()
    await Promise.all(['pay', 'fail', 'cancel', 'fail', 'pay', 'cancel'].map(press))
    const { status } = await look()
    expect(status).not.toBe('open')
    await press('pay')
    expect(await look()).toMatchObject({ status })
  })

  test('finds the same payment and amount when redirected there again', async () => {
    const { request, checkoutUrl, press, look, verify } = await aBuyer()
    await press('pay')
    const again = await payments.startCheckout({ ...request, amountKobo: 1 })
    expect(again).toEqual({ checkoutUrl })
    expect(await look()).toMatchObject({ status: 'success', amount: 3500.5 })
    expect(await verify()).toMatchObject({ amountKobo: 350_050 })
  })

  test.each([{}, { outcome: 'steal' }, { outcome: ['pay'] }, { outcome: 'pay', amount: 1 }])(
    'cannot set amount or state by sending %o',
    async (body) => {
      const { send, path, look } = await aBuyer()
      const { status } = await send(path, asJson(body))
      const isLawful = 'amount' in body
      expect(status).toBe(isLawful ? 303 : 400)
      const left = { status: isLawful ? 'success' : 'open', amount: 3500.5 }
      expect(await look()).toMatchObject(left)
    },
  )

  test('gets a 404 for an unknown or malformed reference', async () => {
    const { send, call } = await aBuyer()
    const nobodys = `ASC-${'0'.repeat(26)}`
    for (const reference of [nobodys, 'ASC-1', '%00']) {
      const path = `/api/test-checkout/${reference}`
      expect((await send(path)).status).toBe(404)
      expect((await send(path, asForm({ outcome: 'pay' }))).status).toBe(404)
    }
    await expect(call('GET /test-checkout/:reference', { reference: nobodys })).rejects.toThrow(
      'There is no such order',
    )
    expect(await payments.verify(nobodys)).toMatchObject({ status: 'unknown' })
    expect(await sql`select 1 from test_payments where reference = ${nobodys}`).toHaveLength(0)
  })
})

describe('a publisher who refunds a test payment', () => {
  test('refunds it at once, and only once', async () => {
    const { press, reference, look, verify } = await aBuyer()
    await press('pay')
    expect(await payments.refund(reference)).toEqual({ isDone: true })
    expect(await payments.refund(reference)).toEqual({ isDone: true })
    expect(await look()).toMatchObject({ status: 'reversed' })
    expect(await verify()).toMatchObject({ status: 'reversed', paidAt: expect.any(String) })
    await press('pay')
    expect(await look()).toMatchObject({ status: 'reversed' })
  })

  test('cannot refund an unpaid order', async () => {
    const { press, reference, look } = await aBuyer()
    await expect(payments.refund(reference)).rejects.toMatchObject({ isCheckoutLost: false })
    await press('transfer')
    await expect(payments.refund(reference)).rejects.toThrow('nothing to refund')
    expect(await look()).toMatchObject({ status: 'open' })
    await wait(reference)
    expect(await payments.refund(reference)).toEqual({ isDone: true })
  })
})

test('the test checkout accepts no webhook', () => {
  const body = new TextEncoder().encode('{"event":"charge.success","data":{"reference":"ASC-1"}}')
  expect(payments.readWebhook(body, '')).toBeUndefined()
  expect(payments.readWebhook(body, '0'.repeat(128))).toBeUndefined()
})

test.each([
  ['nobody', []],
  ['Paystack', [paystackPayments({ secretKey: 'sk_live_ours', apiUrl: 'http://127.0.0.1:9' })]],
])('where %s takes the money, there is no test checkout', async (_, payments) => {
  const { reference, path } = await aBuyer()
  const { send } = await aVisitor(await startApp({ payments }))
  expect((await send(path)).status).toBe(404)
  expect((await send(path, asForm({ outcome: 'pay' }))).status).toBe(404)
  const [left] = await sql`
    select status, arrives_at from test_payments where reference = ${reference}`
  expect(left).toEqual({ status: 'open', arrivesAt: null })
})
