import { randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aFlutterwaveServer } from '#tests/servers/flutterwave-server.ts'
import { type FlutterwaveOptions, flutterwavePayments } from './flutterwave.ts'
import type { CheckoutRequest } from './integrations.ts'

const aReference = () => `ASC-${randomBytes(13).toString('hex').toUpperCase()}`

const aRequest = (fields: Partial<CheckoutRequest> = {}): CheckoutRequest => ({
  reference: aReference(),
  amountKobo: 350_050,
  currency: 'NGN',
  email: 'kele@buyers.example',
  method: 'card',
  returnUrl: 'https://ascend.example/api/payments/return?key=abc',
  title: 'The Quiet Ledger',
  ...fields,
})

async function aShop(options: Partial<FlutterwaveOptions> = {}) {
  const flutterwave = await aFlutterwaveServer(options)
  const payments = flutterwavePayments({ ...flutterwave.options, timeoutMs: 600, ...options })
  return { flutterwave, payments }
}

async function anOpenPayment(fields: Partial<CheckoutRequest> = {}) {
  const shop = await aShop()
  const request = aRequest(fields)
  const { checkoutUrl } = await shop.payments.startCheckout(request)
  return { ...shop, request, reference: request.reference, checkoutUrl }
}

describe('a buyer', () => {
  test('is redirected to the checkout of Flutterwave, with the amount in naira and the chosen method', async () => {
    const { flutterwave, request, reference, checkoutUrl } = await anOpenPayment()
    expect(checkoutUrl).toMatch(/^https:\/\/checkout\.flutterwave\.com\//)
    expect(flutterwave.asked).toEqual([
      {
        method: 'POST',
        path: '/v3/payments',
        body: {
          tx_ref: reference,
          amount: 3500.5,
          currency: 'NGN',
          redirect_url: `${request.returnUrl}&reference=${reference}`,
          payment_options: 'card',
          customer: { email: 'kele@buyers.example' },
          customizations: { title: 'The Quiet Ledger' },
        },
      },
    ])
  })

  test.each([
    ['transfer', [], 'banktransfer'],
    ['card', ['ussd', 'opay'], 'card,ussd,opay'],
    ['transfer', ['card', 'transfer', 'ussd'], 'banktransfer,card,ussd'],
  ] as const)(
    'who chose %s with the channels %j is offered %s',
    async (method, channels, options) => {
      const { flutterwave, payments } = await aShop({ channels })
      await payments.startCheckout(aRequest({ method }))
      expect(flutterwave.asked[0]?.body).toMatchObject({ payment_options: options })
    },
  )

  test('who has paid already, or whose transfer is awaited, is redirected to the shop', async () => {
    const { flutterwave, payments, request, reference } = await anOpenPayment()
    const back = { checkoutUrl: `${request.returnUrl}&reference=${reference}` }
    flutterwave.transfer(reference)
    flutterwave.next('fault')
    expect(await payments.startCheckout(request)).toEqual(back)
    flutterwave.pay(reference)
    flutterwave.next('fault')
    expect(await payments.startCheckout(request)).toEqual(back)
  })

  test.each(['fault', 'doneFault', 'silence'] as const)(
    'whose response was unclear (%s) causes a query of the payment before another reference is tried',
    async (way) => {
      const { flutterwave, payments } = await aShop()
      const request = aRequest()
      flutterwave.next(way)
      await expect(payments.startCheckout(request)).rejects.toMatchObject({ isCheckoutLost: true })
      expect(flutterwave.asked.map(({ path }) => path)).toEqual([
        '/v3/payments',
        `/v3/transactions/verify_by_reference?tx_ref=${request.reference}`,
      ])
    },
  )

  test('gets no other reference while it cannot be asked', async () => {
    const { flutterwave, payments } = await aShop()
    flutterwave.next('fault', 'fault')
    await expect(payments.startCheckout(aRequest())).rejects.toMatchObject({
      isCheckoutLost: false,
      message: 'Flutterwave answered 503',
    })
  })
})

describe('the state of a payment', () => {
  test('is unknown until its buyer has tried to pay', async () => {
    const { payments, reference } = await anOpenPayment()
    expect(await payments.verify(reference)).toMatchObject({ status: 'unknown', reference })
  })

  test('is paid, with the day and the last digits of the card', async () => {
    const { flutterwave, payments, reference } = await anOpenPayment()
    flutterwave.pay(reference, { created_at: '2026-11-21T09:30:00+01:00' })
    expect(await payments.verify(reference)).toEqual({
      reference,
      status: 'success',
      providerStatus: 'successful',
      amountKobo: 350_050,
      currency: 'NGN',
      isTest: true,
      paidAt: '2026-11-21T08:30:00.000Z',
      lastDigits: '2950',
    })
  })

  test.each([
    ['failed', 'failed'],
    ['pending', 'waiting'],
    ['cancelled', 'abandoned'],
    ['SUCCESSFUL', 'success'],
  ])('%s is %s', async (said, status) => {
    const { flutterwave, payments, reference } = await anOpenPayment()
    flutterwave.attempt(reference, { status: said })
    expect(await payments.verify(reference)).toMatchObject({ status })
  })

  test('that nobody has heard of is a failure, not a payment', async () => {
    const { flutterwave, payments, reference } = await anOpenPayment()
    flutterwave.attempt(reference, { status: 'levitating' })
    await expect(payments.verify(reference)).rejects.toThrow('unknown payment status')
  })

  test.each([
    [0.1 + 0.2, null],
    ['12.345', null],
    [1e21, null],
    [-5, null],
    ['1e3', null],
    ['1,250.00', null],
    [null, null],
    ['1250.50', 125_050],
    [1250.5, 125_050],
    [1, 100],
    ['0.01', 1],
    ['3500.500', 350_050],
  ])('of the amount %j has %j kobo', async (amount, amountKobo) => {
    const { flutterwave, payments, reference } = await anOpenPayment()
    flutterwave.pay(reference, { amount })
    expect(await payments.verify(reference)).toMatchObject({ amountKobo })
  })

  test('comes back with the kobo that it was opened with, whatever they are', async () => {
    const { flutterwave, payments } = await aShop()
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 10_000_000_000_00 }), async (amountKobo) => {
        const { reference } = aRequest()
        await payments.startCheckout(aRequest({ reference, amountKobo }))
        const sent = JSON.stringify(flutterwave.opened.get(reference)?.['amount'])
        expect(sent).toMatch(/^\d+(\.\d{1,2})?$/)
        flutterwave.pay(reference)
        expect(await payments.verify(reference)).toMatchObject({ amountKobo })
      }),
      { numRuns: 25 },
    )
  })

  test('is reversed once a refund of all of it is done, not before, and not by a part', async () => {
    const { flutterwave, payments, reference } = await anOpenPayment()
    flutterwave.pay(reference)
    flutterwave.giveBack(reference, 'pending')
    expect(await payments.verify(reference)).toMatchObject({ status: 'success' })
    flutterwave.giveBack(reference, 'completed-bank-transfer')
    expect(await payments.verify(reference)).toMatchObject({ status: 'reversed' })
    Object.assign(flutterwave.refunds[0] ?? {}, { amount_refunded: 1 })
    expect(await payments.verify(reference)).toMatchObject({ status: 'success' })
  })

  test('of another payment in the response is named, and not refunded', async () => {
    const { flutterwave, payments, reference } = await anOpenPayment()
    flutterwave.pay(reference, { tx_ref: 'ASC-ANOTHER' })
    expect(await payments.verify(reference)).toMatchObject({ reference: 'ASC-ANOTHER' })
    await expect(payments.refund(reference)).rejects.toThrow('does not know')
  })

  test('is queried at the same address for an odd reference', async () => {
    const { flutterwave, payments } = await aShop()
    expect(await payments.verify('../x?a=1&tx_ref=y#')).toMatchObject({ status: 'unknown' })
    expect(flutterwave.asked[0]?.path).toBe(
      '/v3/transactions/verify_by_reference?tx_ref=..%2Fx%3Fa%3D1%26tx_ref%3Dy%23',
    )
  })

  test('is not asked for with a key that is refused, and no error contains it', async () => {
    const { flutterwave } = await aShop()
    const payments = flutterwavePayments({ ...flutterwave.options, secretKey: 'FLWSECK-wrong-X' })
    for (const call of [payments.verify, payments.refund]) {
      const error = await call(aReference()).catch((error: unknown) => error)
      expect(error).toMatchObject({
        message: 'Flutterwave answered 401: Invalid authorization key',
      })
      expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('FLWSECK-wrong-X')
    }
  })
})

describe('a refund', () => {
  test('is under way at first, is asked for once, and done when it has gone through', async () => {
    const { flutterwave, payments, reference } = await anOpenPayment()
    flutterwave.pay(reference)
    expect(await payments.refund(reference)).toEqual({ isDone: false })
    expect(await payments.refund(reference)).toEqual({ isDone: false })
    const { id } = flutterwave.find(reference) ?? {}
    const asked = flutterwave.asked.filter(({ path }) => path === `/v3/transactions/${id}/refund`)
    expect(asked).toMatchObject([{ body: { amount: 3500.5 } }])
    flutterwave.giveBack(reference)
    expect(await payments.refund(reference)).toEqual({ isDone: true })
  })

  test('that was made although the answer was a 503 is not made twice', async () => {
    const { flutterwave, payments, reference } = await anOpenPayment()
    flutterwave.pay(reference)
    flutterwave.next('answer', 'answer', 'doneFault')
    await expect(payments.refund(reference)).rejects.toThrow('503')
    expect(await payments.refund(reference)).toEqual({ isDone: false })
    expect(flutterwave.refunds).toHaveLength(1)
  })

  test('is not asked for while the refunds that there are cannot be read', async () => {
    const { flutterwave, payments, reference } = await anOpenPayment()
    flutterwave.pay(reference)
    await payments.refund(reference)
    flutterwave.giveBack(reference)
    flutterwave.next('answer', 'refusal')
    await expect(payments.refund(reference)).rejects.toThrow('Invalid date range')
    flutterwave.next('answer', 'refusal')
    await expect(payments.verify(reference)).rejects.toThrow('Invalid date range')
    expect(flutterwave.asked.filter(({ path }) => path.endsWith('/refund'))).toHaveLength(1)
    // A sentence that there are none is an answer.
    flutterwave.next('answer', 'nothing')
    expect(await payments.verify(reference)).toMatchObject({ status: 'success' })
  })

  test('of an unpaid payment fails', async () => {
    const { flutterwave, payments, reference } = await anOpenPayment()
    await expect(payments.refund(reference)).rejects.toThrow('does not know')
    flutterwave.fail(reference)
    await expect(payments.refund(reference)).rejects.toThrow('not refundable')
  })
})

test.each(['fault', 'nonsense', 'silence'] as const)(
  'when Flutterwave fails by %s, every call rejects and no state is assumed',
  async (way) => {
    const { flutterwave, payments, reference } = await anOpenPayment()
    flutterwave.pay(reference)
    const failure = { isCheckoutLost: false, message: expect.stringContaining('Flutterwave') }
    flutterwave.next(way, way)
    await expect(payments.startCheckout(aRequest())).rejects.toMatchObject(failure)
    if (way === 'nonsense') await payments.verify(reference).catch(() => {})
    flutterwave.next(way)
    await expect(payments.verify(reference)).rejects.toMatchObject(failure)
    // The payment is known; its refunds are not.
    flutterwave.next('answer', way)
    if (way !== 'nonsense') await expect(payments.verify(reference)).rejects.toMatchObject(failure)
    else flutterwave.next()
    flutterwave.next(way)
    await expect(payments.refund(reference)).rejects.toMatchObject(failure)
  },
)

describe('a webhook', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)

  test('with the hash says what happened to which payment', async () => {
    const { flutterwave, payments, reference } = await anOpenPayment()
    const { webhookHash } = flutterwave.options
    flutterwave.pay(reference)
    const { id } = flutterwave.find(reference) as { id: number }
    const read = (event: string) =>
      payments.readWebhook(bytes(flutterwave.notice(event, reference)), webhookHash)
    expect(read('charge.completed')).toEqual({
      notice: `charge.completed ${id} successful`,
      reference,
    })
    expect(read('chargeback.created')).toMatchObject({ reference, concern: 'disputed' })
    expect(read('refund.failed')).toMatchObject({ reference, concern: 'refund failed' })
  })

  test('without the right hash is rejected', async () => {
    const { flutterwave, payments } = await aShop()
    const { webhookHash } = flutterwave.options
    const body = bytes(flutterwave.notice('charge.completed', 'ASC-1'))
    const forged = ['', 'x', webhookHash.slice(1), `${webhookHash} `, webhookHash.toUpperCase()]
    for (const hash of [...forged, `${webhookHash}, ${webhookHash}`])
      expect(payments.readWebhook(body, hash), hash).toBeUndefined()
  })

  test.each([
    'not JSON',
    '',
    'null',
    '[]',
    '{"event":"charge.completed"}',
    '{"event":"a\\u0000b","data":{}}',
    '{"event":{"x":1},"data":{}}',
  ])('that has the hash but says %j names no payment', async (body) => {
    const { flutterwave, payments } = await aShop()
    const read = payments.readWebhook(bytes(body), flutterwave.options.webhookHash)
    expect(read).toEqual({ notice: 'unreadable', reference: undefined })
  })

  test.each([
    ['in the form of Paystack', { reference: 'ASC-1', id: 7 }],
    ['with a malformed reference', { tx_ref: 'a\u0000b' }],
    ['with a reference that is a list', { tx_ref: ['ASC-1'] }],
    ['with a reference of 101 characters', { tx_ref: 'x'.repeat(101) }],
  ])('%s names no payment', async (_, data) => {
    const { flutterwave, payments } = await aShop()
    const body = JSON.stringify({ event: 'charge.success', data })
    const read = payments.readWebhook(bytes(body), flutterwave.options.webhookHash)
    expect(read?.reference).toBeUndefined()
  })
})
