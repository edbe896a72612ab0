import { randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import { describe, expect, test, vi } from 'vitest'
import { aPaystackServer } from '#tests/servers/paystack-server.ts'
import type { CheckoutRequest } from './integrations.ts'
import { paystackPayments } from './paystack.ts'

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

/** Paystack, and us as its customer; we wait for a moment only. */
async function aShop(options: { secretKey?: string } = {}) {
  const paystack = await aPaystackServer(options)
  const payments = paystackPayments({ ...paystack.options, timeoutMs: 600 })
  return { paystack, payments }
}

/** A payment that was opened. */
async function anOpenPayment(fields: Partial<CheckoutRequest> = {}) {
  const shop = await aShop()
  const request = aRequest(fields)
  const { checkoutUrl } = await shop.payments.startCheckout(request)
  return { ...shop, request, reference: request.reference, checkoutUrl }
}

describe('a buyer', () => {
  test('is redirected to the checkout of Paystack, with the amount in kobo and the chosen method', async () => {
    const { paystack, request, reference, checkoutUrl } = await anOpenPayment()
    expect(checkoutUrl).toMatch(/^https:\/\/checkout\.paystack\.com\/\w+$/)
    const back = `${request.returnUrl}&reference=${reference}`
    expect(paystack.asked).toEqual([
      {
        method: 'POST',
        path: '/transaction/initialize',
        body: {
          reference,
          amount: 350_050,
          currency: 'NGN',
          email: 'kele@buyers.example',
          channels: ['card'],
          callback_url: request.returnUrl,
          metadata: {
            cancel_action: back,
            custom_fields: [
              { display_name: 'Book', variable_name: 'book', value: 'The Quiet Ledger' },
            ],
          },
        },
      },
    ])
  })

  test('who pays by transfer is offered a transfer', async () => {
    const { paystack } = await anOpenPayment({ method: 'transfer' })
    expect(paystack.asked[0]?.body).toMatchObject({ channels: ['bank_transfer'] })
  })

  test('is offered what the settings add, as far as Paystack has it', async () => {
    const { paystack } = await aShop()
    const channels = ['card', 'ussd', 'opay'] as const
    const payments = paystackPayments({ ...paystack.options, channels })
    await payments.startCheckout(aRequest({ method: 'transfer' }))
    expect(paystack.asked[0]?.body).toMatchObject({ channels: ['bank_transfer', 'card', 'ussd'] })
  })

  test('who has paid already is redirected to the shop', async () => {
    const { paystack, payments, request, reference } = await anOpenPayment()
    const back = { checkoutUrl: `${request.returnUrl}&reference=${reference}` }
    paystack.transfer(reference)
    expect(await payments.startCheckout(request)).toEqual(back)
    paystack.arrive(reference)
    expect(await payments.startCheckout(request)).toEqual(back)
  })

  test('whose checkout address is lost needs another reference', async () => {
    const { payments, request } = await anOpenPayment()
    await expect(payments.startCheckout(request)).rejects.toMatchObject({ isCheckoutLost: true })
  })

  test('whose response never arrived causes a query of the payment before a second try', async () => {
    const { paystack, payments } = await aShop()
    const request = aRequest()
    paystack.next('lostAnswer')
    await expect(payments.startCheckout(request)).rejects.toMatchObject({ isCheckoutLost: true })
    expect(paystack.asked.map(({ path }) => path)).toEqual([
      '/transaction/initialize',
      `/transaction/verify/${request.reference}`,
    ])
  })

  test('whose response was cut off causes the same query', async () => {
    const { paystack, payments } = await aShop()
    paystack.next('halfAnswer')
    await expect(payments.startCheckout(aRequest())).rejects.toMatchObject({ isCheckoutLost: true })
  })

  test('unknown to Paystack may try again with the same reference', async () => {
    const { paystack, payments } = await aShop()
    const request = aRequest()
    paystack.next('silence')
    await expect(payments.startCheckout(request)).rejects.toMatchObject({ isCheckoutLost: false })
    expect(await payments.startCheckout(request)).toHaveProperty('checkoutUrl')
  })
})

describe('the state of a payment', () => {
  test('is waiting before anybody has paid', async () => {
    const { payments, reference } = await anOpenPayment()
    expect(await payments.verify(reference)).toEqual({
      reference,
      status: 'abandoned',
      providerStatus: 'abandoned',
      amountKobo: 350_050,
      currency: 'NGN',
      isTest: true,
      paidAt: null,
      lastDigits: null,
    })
  })

  test('is paid, with the day and the last digits of the card', async () => {
    const { paystack, payments, reference } = await anOpenPayment()
    paystack.pay(reference, { paid_at: '2026-11-21T09:30:00+01:00' })
    expect(await payments.verify(reference)).toEqual({
      reference,
      status: 'success',
      providerStatus: 'success',
      amountKobo: 350_050,
      currency: 'NGN',
      isTest: true,
      paidAt: '2026-11-21T08:30:00.000Z',
      lastDigits: '4081',
    })
  })

  test('is waiting while a transfer is under way, and paid when it has arrived', async () => {
    const { paystack, payments, reference } = await anOpenPayment({ method: 'transfer' })
    paystack.transfer(reference)
    expect(await payments.verify(reference)).toMatchObject({
      status: 'waiting',
      providerStatus: 'ongoing',
    })
    paystack.arrive(reference, { authorization: { last4: 'X553' } })
    expect(await payments.verify(reference)).toMatchObject({ status: 'success', lastDigits: null })
  })

  test.each([
    ['failed', 'failed'],
    ['pending', 'waiting'],
    ['processing', 'waiting'],
    ['queued', 'waiting'],
    ['reversed', 'reversed'],
  ])('for the status %s is %s', async (providerStatus, status) => {
    const { paystack, payments, reference } = await anOpenPayment()
    paystack.change(reference, { status: providerStatus })
    expect(await payments.verify(reference)).toMatchObject({ status, providerStatus })
  })

  test('is unknown for an unknown reference', async () => {
    const { payments } = await aShop()
    expect(await payments.verify(aReference())).toMatchObject({ status: 'unknown', amountKobo: 0 })
  })

  test('has the amount that was paid, not the amount that was due', async () => {
    const { paystack, payments, reference } = await anOpenPayment()
    paystack.pay(reference, { amount: '100', currency: 'GHS' })
    expect(await payments.verify(reference)).toMatchObject({ amountKobo: 100, currency: 'GHS' })
  })

  test.each([
    { metadata: '' },
    { metadata: 0, authorization: null },
    { authorization: '', paid_at: 'yesterday' },
    { authorization: { last4: 4081 }, channel: null, paid_at: 20261121 },
  ])('is read despite %o', async (fields) => {
    const { paystack, payments, reference } = await anOpenPayment()
    paystack.pay(reference, fields)
    const paid = await payments.verify(reference)
    expect(paid).toMatchObject({ status: 'success', amountKobo: 350_050 })
    if ('paid_at' in fields) expect(paid.paidAt).toBeNull()
  })

  test.each([
    { status: 'successful' },
    { status: 'constructor' },
    { status: true },
    { currency: null },
    { domain: undefined },
    { domain: 'TEST' },
  ])('is undetermined with %o', async (fields) => {
    const { paystack, payments, reference } = await anOpenPayment()
    paystack.pay(reference, fields)
    await expect(payments.verify(reference)).rejects.toMatchObject({ isCheckoutLost: false })
  })

  test.each([
    { amount: 3500.5 },
    { amount: '3500.5' },
    { amount: -350_050 },
    { amount: null },
    { amount: [350_050] },
    { amount: '1e6' },
    { amount: '9'.repeat(16) },
  ])('has no amount with %o', async (fields) => {
    const { paystack, payments, reference } = await anOpenPayment()
    paystack.pay(reference, fields as never)
    expect(await payments.verify(reference)).toMatchObject({ status: 'success', amountKobo: null })
  })

  test('of another payment in the response is neither opened nor refunded', async () => {
    const { paystack, payments, reference } = await anOpenPayment()
    paystack.change(reference, { status: 'reversed', reference: 'ASC-ANOTHER' })
    expect(await payments.verify(reference)).toMatchObject({ reference: 'ASC-ANOTHER' })
    await expect(payments.refund(reference)).rejects.toMatchObject({ isCheckoutLost: false })
    await expect(payments.startCheckout({ ...aRequest(), reference })).rejects.toMatchObject({
      isCheckoutLost: false,
    })
  })

  test('distinguishes real money from test payments', async () => {
    const { paystack, payments } = await aShop({ secretKey: 'sk_live_ours' })
    expect(payments.isTest).toBe(false)
    const request = aRequest()
    await payments.startCheckout(request)
    expect(await payments.verify(request.reference)).toMatchObject({ isTest: false })
    paystack.change(request.reference, { domain: 'test' })
    expect(await payments.verify(request.reference)).toMatchObject({ isTest: true })
    expect((await aShop()).payments.isTest).toBe(true)
  })

  test('is queried at the same address for an odd reference', async () => {
    const { paystack, payments } = await aShop()
    expect(await payments.verify('../../refund?x=1#')).toMatchObject({ status: 'unknown' })
    expect(paystack.asked[0]?.path).toBe('/transaction/verify/..%2F..%2Frefund%3Fx%3D1%23')
  })
})

describe('a refund', () => {
  test('is under way at first, and done when requested again', async () => {
    const { paystack, payments, reference } = await anOpenPayment()
    paystack.pay(reference)
    expect(await payments.refund(reference)).toEqual({ isDone: false })
    expect(paystack.asked.at(-1)).toMatchObject({
      path: '/refund',
      body: { transaction: reference },
    })
    await expect(payments.refund(reference)).rejects.toThrow('fully reversed')
    paystack.giveBack(reference)
    expect(await payments.refund(reference)).toEqual({ isDone: true })
    expect(await payments.verify(reference)).toMatchObject({ status: 'reversed' })
  })

  test('of an unpaid payment fails', async () => {
    const { payments, reference } = await anOpenPayment()
    await expect(payments.refund(reference)).rejects.toThrow('not successful')
  })
})

const isSilent = (way: string) => ['silence', 'lostAnswer', 'halfAnswer'].includes(way)

describe('when Paystack fails', () => {
  const failures = ['fault', 'hangUp', 'silence', 'lostAnswer', 'halfAnswer'] as const
  test.each([...failures, 'nonsense', 'elsewhere'] as const)(
    'by %s, every call rejects and no state is assumed',
    async (way) => {
      const { paystack, payments, reference } = await anOpenPayment()
      paystack.pay(reference)
      const failure = { isCheckoutLost: false, message: expect.stringContaining('Paystack') }
      // The second is the question that follows a time-out.
      paystack.next(way, ...(isSilent(way) ? [way] : []))
      await expect(payments.startCheckout(aRequest())).rejects.toMatchObject(failure)
      paystack.next(way)
      await expect(payments.verify(reference)).rejects.toMatchObject(failure)
      paystack.next(way)
      await expect(payments.refund(reference)).rejects.toMatchObject(failure)
      expect(paystack.asked.map(({ path }) => path)).not.toContain('/elsewhere')
    },
  )

  test('by repeated timeouts, calls fail at once for a while before it is tried again', async () => {
    const { paystack } = await aShop()
    const payments = paystackPayments({ ...paystack.options, timeoutMs: 250, restMs: 600 })
    paystack.next('silence', 'silence', 'silence', 'silence')
    for (let time = 0; time < 4; time++) {
      await expect(payments.verify(aReference())).rejects.toThrow('TimeoutError')
    }
    const asked = paystack.asked.length
    await expect(payments.startCheckout(aRequest())).rejects.toMatchObject({
      isCheckoutLost: false,
      message: 'Paystack requests are paused after timeouts',
    })
    expect(paystack.asked).toHaveLength(asked)
    await vi.waitFor(async () =>
      expect(await payments.startCheckout(aRequest())).toHaveProperty('checkoutUrl'),
    )
  })

  test('by refused connections, the same applies', async () => {
    const { paystack, payments, reference } = await anOpenPayment()
    await paystack.stop()
    await expect(payments.verify(reference)).rejects.toThrow(
      'Paystack did not answer: ECONNREFUSED',
    )
  })

  test('for a wrong key, the payment is not reported as unknown and no error contains the key', async () => {
    const { paystack } = await aShop()
    const payments = paystackPayments({ ...paystack.options, secretKey: 'sk_test_wrong' })
    for (const call of [payments.verify, payments.refund]) {
      const error = await call(aReference()).catch((error: unknown) => error)
      expect(error).toMatchObject({ message: 'Paystack answered 401: Invalid key' })
      expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('sk_test_wrong')
    }
  })

  test('by being slow, requests time out', async () => {
    const { paystack, payments, reference } = await anOpenPayment()
    paystack.lag.ms = 5_000
    const begun = Date.now()
    await expect(payments.verify(reference)).rejects.toThrow('TimeoutError')
    expect(Date.now() - begun).toBeLessThan(4_000)
  })
})

describe('a webhook', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)

  test('signed by Paystack says what happened to which payment', async () => {
    const { paystack, payments, reference } = await anOpenPayment()
    paystack.pay(reference)
    const { id } = paystack.find(reference) as { id: number }
    const { body, signature } = paystack.notice('charge.success', reference)
    const read = { notice: `charge.success ${id}`, reference }
    expect(payments.readWebhook(bytes(body), signature)).toEqual(read)
    expect(payments.readWebhook(bytes(body), signature.toUpperCase())).toEqual(read)
  })

  test('of a refund, a rejected transfer or a dispute names the payment too', async () => {
    const { paystack, payments, reference } = await anOpenPayment()
    paystack.pay(reference)
    await payments.refund(reference)
    const events = [
      'refund.pending',
      'refund.processed',
      'bank.transfer.rejected',
      'charge.dispute.create',
      'something.new',
    ]
    const messages = events.map((event) => {
      // A refund has a reference of its own, which is no payment's.
      const fields = event.startsWith('refund.') ? { reference: 'RF-1' } : {}
      const { body, signature } = paystack.notice(event, reference, fields)
      return payments.readWebhook(bytes(body), signature)
    })
    expect(messages.map((one) => one?.reference)).toEqual(events.map(() => reference))
    expect(new Set(messages.map((one) => one?.notice)).size).toBe(events.length)
  })

  test('without an id is identified by its reference', async () => {
    const { paystack, payments } = await aShop()
    const { body, signature } = paystack.notice('charge.success', 'ASC-1', { id: null })
    const read = payments.readWebhook(bytes(body), signature)
    expect(read).toEqual({ notice: 'charge.success ASC-1', reference: 'ASC-1' })
  })

  test.each([
    'not JSON',
    '',
    'null',
    '[]',
    '{"event":"charge.success"}',
    '{"event":"a\\u0000b","data":{}}',
    '{"event":{"x":1},"data":{}}',
  ])('that is signed but says %j names no payment', async (body) => {
    const { paystack, payments } = await aShop()
    const read = payments.readWebhook(bytes(body), paystack.sign(body))
    expect(read).toEqual({ notice: 'unreadable', reference: undefined })
  })

  test('with a malformed reference names no payment', async () => {
    const { paystack, payments } = await aShop()
    for (const reference of [7, {}, 'a\u0000b', 'x'.repeat(101), ['ASC-1'], '']) {
      const { body, signature } = paystack.notice('charge.success', 'ASC-1', { reference })
      expect(payments.readWebhook(bytes(body), signature)?.reference).toBeUndefined()
    }
  })

  test('with a forged signature is rejected', async () => {
    const { paystack, payments } = await aShop()
    const { body, signature } = paystack.notice('charge.success', 'ASC-1')
    const forged: [string, string][] = [
      [body, ''],
      [body, 'x'.repeat(128)],
      [body, '0'.repeat(128)],
      [body, signature.slice(1)],
      [body, `${signature}0`],
      [body, `${signature}, ${signature}`],
      [body, paystack.sign(body, 'sk_test_another')],
      [body.replace('charge', 'Charge'), signature],
      [JSON.stringify(JSON.parse(body), null, 1), signature],
      [`${body} `, signature],
    ]
    for (const [text, signature] of forged) {
      expect(payments.readWebhook(bytes(text), signature), `${signature} ${text}`).toBeUndefined()
    }
  })
})
