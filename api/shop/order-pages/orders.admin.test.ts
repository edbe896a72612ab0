import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Payments } from '#api/integrations/integrations.ts'
import { testPayments } from '#api/integrations/test-checkout.ts'
import { markSent, type QueuedMail } from '#api/mails/mails.queries.ts'
import { composeMail } from '#api/mails/send-mails.ts'
import { sumSales } from '#api/shop/orders/orders.admin.queries.ts'
import { claimRefund, releaseRefund } from '#api/shop/orders/orders.queries.ts'
import { checkOrders, settleOrder } from '#api/shop/orders/settle-order.ts'
import { shopWith } from '#api/shop/shop.ts'
import { dayOf } from '#contract/dates.ts'
import type { OrderProblem } from '#contract/shop/order-problems.ts'
import { sql, transaction } from '#db/sql.ts'
import {
  type AdminOrder,
  describeEntry,
  type TimelineEntry,
} from '#site/admin/shop/orders/order-labels.ts'
import { composeWith } from '#tests/fixtures/mail-sender.ts'
import { aBook, aVisitor, startApp, thePublisher } from '#tests/people.ts'
import { aPretendProvider } from '#tests/servers/pretend-provider.ts'
import { anOrder } from '#tests/shop/buyers.ts'
import { does } from '#tests/undo.ts'
import { untilWaiting } from '#tests/waiting.ts'

const { orderSecret, publicUrl } = composeWith
const log = pino({ level: 'silent' })

// Sums and lists are of the whole shop: each test begins with an empty one.
beforeEach(
  () => sql`truncate orders, order_events, download_links, gift_codes, mails, activity cascade`,
)

/** A provider that gives money back as it is told, and counts how often it was asked to. */
function aGiver(isDone = true) {
  const provider = aPretendProvider()
  const refund = vi.fn<Payments['refund']>(async () => ({ isDone }))
  provider.payments.refund = refund
  return { ...provider, refund }
}

async function anAdmin(...payments: Payments[]) {
  const base = await startApp({ payments })
  const { call, callPage, send } = await thePublisher(base)
  const refund = (reference: string) => call('POST /admin/orders/:reference/refund', { reference })
  const settling = { ...shopWith(() => payments, orderSecret), log }
  return { base, call, callPage, send, refund, settling }
}

interface Fields {
  provider?: 'paystack' | 'test' | 'free' | 'gift'
  unitKobo?: number
  amountKobo?: number
  isTest?: boolean
  state?: string
  problemCode?: OrderProblem['code']
  problemKobo?: number
  paidAt?: string | null
  createdAt?: string
  refundedAt?: string
  bookTitle?: string
  buyerName?: string
}

/** An order that real money has paid, unless said otherwise. */
async function aSale(fields: Fields = {}, purchase: Parameters<typeof anOrder>[1] = {}) {
  const order = await anOrder((await aBook()).id, purchase)
  const row = { provider: 'paystack', isTest: false, ...fields }
  await sql`update orders set ${sql(row as never)} where id = ${order.id}`
  return order
}

const mailsTo = async (recipient: string) =>
  (
    await sql<QueuedMail[]>`select * from mails where recipient = ${recipient} order by created_at`
  ).filter(({ kind }) => kind !== 'receipt')

const actions = async () =>
  (
    await sql<{ action: string; note: string | null }[]>`
      select action, note from activity where action <> 'signedIn' order by id`
  ).map(({ action, note }) => [action, note])

const refusedWith = (status: number) => expect.objectContaining({ status })

describe('the publisher', () => {
  test('sees the orders with their events, newest first', async () => {
    const { callPage } = await anAdmin()
    const old = await aSale({ createdAt: '2026-11-01T08:00:00.000Z' })
    const wrong = await aSale(
      { state: 'needs_review', problemCode: 'otherAmount', problemKobo: 100, paidAt: null },
      { isPaid: false },
    )
    const { items, total } = await callPage('GET /admin/orders', {})
    expect(total).toBe(2)
    expect(items.map(({ reference }) => reference)).toEqual([wrong.reference, old.reference])
    expect(items[0]).toMatchObject({
      status: 'needs_review',
      problem: 'Paid ₦1 instead of ₦3,500.50.',
      paidInstead: 1,
    })
    expect(items[1]).toMatchObject({
      status: 'paid',
      unitPrice: 3500.5,
      provider: 'paystack',
      providerStatus: 'success',
      isTest: false,
      events: [{ at: expect.any(String), what: 'paid', by: 'webhook', note: null }],
    })
    // Neither links nor codes: they are their buyer's.
    expect(JSON.stringify(items)).not.toContain(old.token)
    expect(items[1]).not.toHaveProperty('download')

    const review = await callPage('GET /admin/orders', { status: 'needs_review' })
    expect(review.items.map(({ reference }) => reference)).toEqual([wrong.reference])
    const second = await callPage('GET /admin/orders', { page: 2, pageSize: 1 })
    expect([second.total, second.items[0]?.reference]).toEqual([2, old.reference])
  })

  test('sees what needs a review first, and the rest by day with what was paid on it', async () => {
    const { callPage, call } = await anAdmin()
    // Half an hour after midnight in Lagos is still the day before in UTC.
    const late = await aSale({
      createdAt: '2026-11-21T23:30:00.000Z',
      amountKobo: 300_000,
      unitKobo: 300_000,
    })
    const noon = await aSale({
      createdAt: '2026-11-22T11:00:00.000Z',
      amountKobo: 200_000,
      unitKobo: 200_000,
    })
    await aSale({
      createdAt: '2026-11-22T12:00:00.000Z',
      state: 'refunded',
      refundedAt: '2026-11-22T13:00:00.000Z',
    })
    await aSale({ createdAt: '2026-11-20T12:00:00.000Z', amountKobo: 50_000, unitKobo: 50_000 })
    const wrong = await aSale(
      { state: 'needs_review', createdAt: '2026-11-01T08:00:00.000Z', paidAt: null },
      { isPaid: false },
    )
    const { items } = await callPage('GET /admin/orders', { pageSize: 2 })
    expect(items[0]?.reference).toBe(wrong.reference)
    const second = await callPage('GET /admin/orders', { pageSize: 2, page: 2 })
    expect(second.items.map(({ reference }) => reference)).toEqual([noon.reference, late.reference])
    const period = { from: '2026-11-20', to: '2026-11-22' }
    expect(await call('GET /admin/order-days', period)).toEqual([
      { day: '2026-11-22', amount: 5000, testAmount: 0 },
      { day: '2026-11-20', amount: 500, testAmount: 0 },
    ])
    const days = await call('GET /admin/order-days', { ...period, search: late.reference })
    expect(days).toEqual([{ day: '2026-11-22', amount: 3000, testAmount: 0 }])
    expect(await call('GET /admin/order-counts', {})).toMatchObject({
      all: 5,
      paid: 3,
      refunded: 1,
      needs_review: 1,
      expired: 0,
    })
    await expect(call('GET /admin/order-days', { from: '22 Nov', to: '' })).rejects.toThrow(/^400/)
  })

  test('reads in one order what happened to it, also downloads, codes and mails', async () => {
    const { call } = await anAdmin()
    const order = await aSale({}, { quantity: 2 })
    await sql`
      update download_links set downloads = 3, last_download_at = now() where order_id = ${order.id}`
    await call('POST /admin/orders/:reference/resend', { reference: order.reference })
    const [mail] = await mailsTo(order.buyerEmail)
    await markSent(mail?.id ?? '')
    const { timeline } = await call('GET /admin/orders/:reference', order)
    const told = timeline.map(({ what, by, note }) => [what, by, note])
    expect(told).toEqual(
      expect.arrayContaining([
        ['paid', 'webhook', null],
        ['downloaded', null, '3'],
        ['links sent', 'publisher', null],
        ['mailed', null, 'orderLinks'],
      ]),
    )
    expect(timeline.map(({ at }) => at)).toEqual(timeline.map(({ at }) => at).sort())
    await expect(
      call('GET /admin/orders/:reference', { reference: 'ASC-0000-0000' }),
    ).rejects.toThrow(/^404/)
  })

  test('reads that a mail was kept here while mail was off', async () => {
    const { call } = await anAdmin()
    const order = await aSale()
    const [receipt] = await sql<QueuedMail[]>`select * from mails where kind = 'receipt'`
    await markSent(receipt?.id ?? '', { wasKept: true })
    const { timeline } = await call('GET /admin/orders/:reference', order)
    const kept = timeline.find(({ note }) => note === 'receipt')
    expect(kept?.what).toBe('kept')
    expect(describeEntry(kept as TimelineEntry, {} as AdminOrder).title).toBe(
      'Receipt: kept here, not sent',
    )
  })

  test('downloads the orders that are named, in any state', async () => {
    const { send } = await anAdmin()
    const paid = await aSale({ createdAt: '2026-11-01T08:00:00.000Z' })
    const open = await aSale({ state: 'pending' }, { isPaid: false })
    await aSale()
    const named = `${paid.reference},${open.reference}`
    const lines = (await (await send(`/api/admin/orders.csv?references=${named}`)).text()).split(
      '\r\n',
    )
    expect(lines).toHaveLength(4)
    expect(lines[2]).toContain(`"${open.reference}","pending"`)
  })

  test('finds an order by its number, its reference, its buyer or its book', async () => {
    const { call, callPage } = await anAdmin()
    const order = await aSale(
      { bookTitle: '100% Ọ̀rẹ́', buyerName: 'Ìyábọ̀ Ade' },
      { buyerEmail: 'iya_bo@buyers.example' },
    )
    await aSale()
    const { orderNumber } = order
    expect(orderNumber).toMatch(/^[2-9CDFGHJKMNPQRTVWXY]{4}-[2-9CDFGHJKMNPQRTVWXY]{2}$/)
    expect(await call('GET /admin/orders/:reference', { reference: orderNumber })).toMatchObject({
      reference: order.reference,
    })
    for (const search of [
      orderNumber.toLowerCase(),
      order.reference.toLowerCase().slice(0, 20),
      'ìyábọ̀',
      'IYA_BO@',
      '100% ọ̀',
    ]) {
      const { items } = await callPage('GET /admin/orders', { search })
      expect(
        items.map(({ reference }) => reference),
        search,
      ).toEqual([order.reference])
    }
    expect((await callPage('GET /admin/orders', { search: '%_%' })).total).toBe(0)
  })

  test('downloads payments and refunds as a CSV file without formulas', async () => {
    const { send } = await anAdmin()
    const paid = await aSale({ buyerName: '=1+1', createdAt: '2026-11-01T08:00:00.000Z' })
    const back = await aSale({ state: 'refunded', bookTitle: 'A "quiet", ledger' })
    await aSale({ state: 'pending' }, { isPaid: false })
    const answer = await send('/api/admin/orders.csv')
    expect(answer.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('Content-Disposition')).toMatch(/ascend-orders-[\d-]{10}\.csv/)
    const lines = (await answer.text()).split('\r\n')
    expect(lines).toHaveLength(4)
    expect(lines[0]).toMatch(/^"reference","status","orderedAt","paidAt",/)
    expect(lines[1]).toContain(`"${paid.reference}","paid","2026-11-01T08:00:00.000Z"`)
    expect(lines[1]).toContain(',1,3500.5,,0,3500.5,0,,"NGN"')
    expect(lines[1]).toContain(`"'=1+1"`)
    expect(lines[2]).toContain(`"${back.reference}","refunded"`)
    expect(lines[2]).toContain(',3500.5,-3500.5,,"NGN"')
    expect(lines[2]).toContain('"A ""quiet"", ledger"')
    await send('/api/admin/orders.csv', { method: 'HEAD' })
    expect(await actions()).toEqual([['ordersExported', null]])
  })

  test('downloads tests without an amount in the columns of money', async () => {
    const { send } = await anAdmin()
    await aSale({ provider: 'test', isTest: true }, { quantity: 2 })
    const [header, test] = (await (await send('/api/admin/orders.csv')).text()).split('\r\n')
    expect(header).toContain(
      '"unitPrice","discountCode","discount","amount","refunded","testAmount"',
    )
    expect(test).toContain(',2,3500.5,,,,,7001,"NGN"')
  })

  test('gets names correctly in Excel', async () => {
    const { send } = await anAdmin()
    await aSale({ buyerName: 'Ìyábọ̀ Ade' })
    const file = Buffer.from(await (await send('/api/admin/orders.csv')).arrayBuffer())
    expect(file.subarray(0, 3).toString('hex')).toBe('efbbbf')
    expect(file.toString()).toContain('"Ìyábọ̀ Ade"')
  })

  test('gets each of five thousand orders once, also with equal times', async () => {
    const { send } = await anAdmin()
    const { bookId } = await aSale()
    await sql`
      insert into orders (reference, key_hash, book_id, book_title, author_name, unit_kobo, quantity, amount_kobo,
        payment_method, provider, is_test, buyer_name, buyer_email, state, paid_at, created_at)
      select 'ASC-many-' || n, 'many ' || n, ${bookId}, 'B', 'A', 100, 1, 100, 'card', 'paystack', false, 'N',
        'n@buyers.example', 'paid', now(), now()
      from generate_series(1, 5000) n`
    const lines = (await (await send('/api/admin/orders.csv')).text()).trim().split('\r\n').slice(1)
    expect(lines).toHaveLength(5001)
    expect(new Set(lines.map((line) => line.split('"')[1])).size).toBe(5001)
  })
})

describe('a refund', () => {
  test('pays the money back once, ends the access and mails the buyer', async () => {
    const giver = aGiver()
    const { refund, send } = await anAdmin(giver.payments)
    const order = await aSale({}, { quantity: 3 })
    const answer = await refund(order.reference)
    expect(answer).toMatchObject({ status: 'refunded', refundedAt: expect.any(String) })
    expect(answer.events.map(({ what, by }) => [what, by])).toEqual([
      ['paid', 'webhook'],
      ['refund asked', 'publisher'],
      ['refunded', 'publisher'],
    ])
    expect(await refund(order.reference)).toEqual(answer)
    expect(giver.refund.mock.calls).toEqual([[order.reference]])

    const mails = await mailsTo(order.buyerEmail)
    expect(mails.map(({ kind }) => kind)).toEqual(['refunded'])
    const mail = await composeMail(mails[0] as QueuedMail, composeWith)
    expect(mail?.text).toContain('₦10,501.50')
    expect(mail?.text).toContain(`Order: ${order.orderNumber}`)
    expect(await actions()).toEqual([['orderRefunded', order.orderNumber]])

    expect((await send(`/api/downloads/${order.token}`)).status).toBe(404)
    const redeemed = await redeem(send, order.codes[0] as string)
    expect(redeemed.status).toBe(400)
  })

  test('submitted ten times at the same moment reaches the provider once', async () => {
    const giver = aGiver()
    giver.refund.mockImplementation(async () => {
      await new Promise((resolve) => setTimeout(resolve, 100))
      return { isDone: true }
    })
    const { refund } = await anAdmin(giver.payments)
    const order = await aSale()
    giver.says(order.reference, { status: 'success', amountKobo: 350_050 })
    await Promise.all(Array.from({ length: 10 }, () => refund(order.reference)))
    expect(giver.refund).toHaveBeenCalledTimes(1)
    expect(await mailsTo(order.buyerEmail)).toHaveLength(1)
    expect(await actions()).toHaveLength(1)
  })

  test.each(['notice', 'sweep', 'second press'])(
    'that is under way at the provider is finished by a %s',
    async (way) => {
      const giver = aGiver(false)
      const { refund, settling } = await anAdmin(giver.payments)
      // Older than the day for which payments are looked after.
      const order = await aSale({ createdAt: '2026-11-01T08:00:00.000Z' })
      giver.says(order.reference, { status: 'success', amountKobo: 350_050 })
      expect((await refund(order.reference)).status).toBe('paid')
      expect((await refund(order.reference)).events.map(({ what }) => what)).toEqual([
        'paid',
        'refund asked',
      ])
      const sweep = async () => {
        await sql`update orders set next_check_at = now() where next_check_at is not null`
        await checkOrders(settling)
      }
      await sweep()
      await sweep()
      expect((await refund(order.reference)).status).toBe('paid')
      expect(giver.refund).toHaveBeenCalledTimes(1)

      giver.says(order.reference, { status: 'reversed' })
      if (way === 'notice') await settleOrder(order.reference, 'webhook', settling)
      else if (way === 'sweep') await sweep()
      else await refund(order.reference)
      expect(await sql`select state from orders`).toEqual([{ state: 'refunded' }])
      expect(await mailsTo(order.buyerEmail)).toHaveLength(1)
      expect(await actions()).toHaveLength(1)
    },
  )

  test('also pays back a payment that did not match its order, without naming an amount', async () => {
    const giver = aGiver()
    const { refund } = await anAdmin(giver.payments)
    const order = await aSale(
      { state: 'needs_review', problemCode: 'otherAmount', problemKobo: 100, paidAt: null },
      { isPaid: false },
    )
    expect(await refund(order.reference)).toMatchObject({ status: 'refunded', paidAt: null })
    const [mail] = await mailsTo(order.buyerEmail)
    expect((await composeMail(mail as QueuedMail, composeWith))?.text).not.toContain('₦')
  })

  test('also ends the access of redeemed gift codes', async () => {
    const giver = aGiver()
    const { refund, send } = await anAdmin(giver.payments)
    const order = await aSale({}, { quantity: 3 })
    const answer = await redeem(send, order.codes[0] as string)
    expect(answer.status).toBe(201)
    const { reference } = (await answer.json()) as { reference: string }
    await refund(order.reference)
    await refund(order.reference)
    const [gift] = await sql<{ state: string; buyerEmail: string }[]>`
      select state, buyer_email from orders where reference = ${reference}`
    expect(gift?.state).toBe('refunded')
    // Whoever redeemed it is told, once.
    const mails = await mailsTo(gift?.buyerEmail ?? '')
    expect(mails.map(({ kind }) => kind)).toEqual(['gift', 'giftEnded'])
    const mail = await composeMail(mails[1] as QueuedMail, composeWith)
    expect(mail?.text).toContain(reference)
    expect(mail?.text).not.toContain(order.reference)
    expect(mail?.text).not.toContain(order.buyerEmail)
  })

  test.each(['before', 'after'])(
    'ends the access of a code redeemed a moment %s it',
    async (moment) => {
      const giver = aGiver()
      const { refund, send } = await anAdmin(giver.payments)
      const order = await aSale({}, { quantity: 2 })
      // Both get as far as the code, which somebody else holds.
      let letGo = () => {}
      const held = new Promise<void>((resolve) => {
        letGo = resolve
      })
      const holding = transaction(async () => {
        await sql`select 1 from gift_codes where order_id = ${order.id} for update`
        await held
      })
      await vi.waitFor(async () =>
        expect(
          await sql`select 1 from gift_codes where order_id = ${order.id} for update skip locked`,
        ).toHaveLength(0),
      )
      const both = [
        () => redeem(send, order.codes[0] as string),
        () => refund(order.reference) as Promise<unknown>,
      ]
      if (moment === 'after') both.reverse()
      const first = both[0]?.()
      await untilWaiting(1).catch(letGo)
      const second = both[1]?.()
      await untilWaiting(2).finally(letGo)
      await Promise.all([holding, first, second])
      expect(await sql`select 1 from orders where state = 'paid'`).toHaveLength(0)
    },
  )

  test('that the provider rejects changes nothing, and can be requested again', async () => {
    const giver = aGiver()
    giver.refund.mockRejectedValueOnce(new Error('The provider does not answer'))
    const { refund } = await anAdmin(giver.payments)
    const order = await aSale()
    await expect(refund(order.reference)).rejects.toEqual(refusedWith(503))
    expect(await mailsTo(order.buyerEmail)).toEqual([])
    expect(await actions()).toEqual([])
    expect((await refund(order.reference)).status).toBe('refunded')
  })

  test('is rejected for unpaid orders and for those of another provider', async () => {
    const giver = aGiver()
    const { refund } = await anAdmin(giver.payments)
    for (const fields of [{ provider: 'free' }, { provider: 'gift' }] as const) {
      const { reference } = await aSale(fields)
      await expect(refund(reference)).rejects.toEqual(refusedWith(409))
    }
    for (const state of ['pending', 'failed', 'abandoned', 'expired']) {
      const { reference } = await aSale({ state }, { isPaid: false })
      await expect(refund(reference)).rejects.toEqual(refusedWith(409))
    }
    const { reference } = await aSale({ provider: 'test', isTest: true })
    await expect(refund(reference)).rejects.toEqual(refusedWith(503))
    await expect(refund('ASC-00000000000000000000000000')).rejects.toEqual(refusedWith(404))
    expect(giver.refund).not.toHaveBeenCalled()
  })

  test('works in the built-in test checkout', async () => {
    const payments = testPayments({ publicUrl })
    const { refund } = await anAdmin(payments)
    const order = await aSale({ provider: 'test', isTest: true })
    await payments.startCheckout({
      reference: order.reference,
      amountKobo: 350_050,
      currency: 'NGN',
      email: order.buyerEmail,
      method: 'card',
      returnUrl: publicUrl,
      title: 'The Quiet Ledger',
    })
    await payments.testCheckout.press(order.reference, 'pay')
    expect((await refund(order.reference)).status).toBe('refunded')
  })
})

describe('the use of an order', () => {
  test('is shown to the publisher: downloads over all links, and redeemed codes', async () => {
    const { callPage, send } = await anAdmin()
    const order = await aSale({}, { quantity: 3 })
    await sql`update download_links set downloads = 10 where order_id = ${order.id}`
    await sql`
      insert into download_links (order_id, generation, token_hash, expires_at, downloads)
      values (${order.id}, 2, ${randomUUID()}, now() + interval '1 day', 1)`
    expect((await redeem(send, order.codes[0] as string)).status).toBe(201)
    const { items } = await callPage('GET /admin/orders', { search: order.reference })
    expect(items).toMatchObject([{ downloads: 11, codesRedeemed: 1 }])
    const untouched = await aSale()
    const [other] = (await callPage('GET /admin/orders', { search: untouched.reference })).items
    expect(other).toMatchObject({ downloads: 0, codesRedeemed: 0 })
  })
})

describe('a buyer who asks for a refund', () => {
  const why = 'It was downloaded three times, and opens on every phone that we tried.'

  async function aRequest() {
    const { base, call, send, refund } = await anAdmin(aGiver().payments)
    const order = await aSale()
    const { reference, key } = order
    const buyer = await aVisitor(base)
    const ask = (refundReason: string) =>
      buyer.call('POST /orders/:reference/refund-request', { reference, key, refundReason })
    const decline = () =>
      call('POST /admin/orders/:reference/refund-request/decline', { reference, refusal: why })
    const tasks = async () =>
      (await call('GET /admin/tasks', {})).tasks.filter(({ kind }) => kind === 'refundsWanted')
    await ask('The file does not open on my phone.')
    return { order, call, send, refund, ask, decline, tasks }
  }

  test('is a task until the money goes back', async () => {
    const { order, ask, refund, tasks } = await aRequest()
    await ask('Are you still there, please?')
    const path = `/admin/orders?order=${order.reference}`
    expect(await tasks()).toEqual([
      expect.objectContaining({ count: 1, path, name: 'Ngozi Bassey-Udo', due: '₦3,500.50' }),
    ])
    await refund(order.reference)
    expect(await tasks()).toEqual([])
  })

  test('is a task again when the money could not go back', async () => {
    const { order, tasks } = await aRequest()
    await claimRefund(order.id)
    expect(await tasks()).toEqual([])
    await releaseRefund(order.id)
    expect(await tasks()).toHaveLength(1)
  })

  test('is told why not, reads it with the order, and may ask again', async () => {
    const { order, call, ask, decline, tasks } = await aRequest()
    await decline()
    expect(await tasks()).toEqual([])
    expect(await actions()).toEqual([['refundDeclined', order.orderNumber]])
    const mails = await mailsTo(order.buyerEmail)
    expect(mails.map(({ kind }) => kind)).toEqual(['refundDeclined'])
    const { text } = (await composeMail(mails[0] as QueuedMail, composeWith)) ?? {}
    expect(text).toContain(why)
    const { timeline } = await call('GET /admin/orders/:reference', order)
    expect(timeline.map(({ what, note }) => [what, note])).toEqual(
      expect.arrayContaining([
        ['money back wanted', 'The file does not open on my phone.'],
        ['refund declined', why],
      ]),
    )
    await expect(decline()).rejects.toEqual(refusedWith(409))
    const { refundRequest } = await ask('It was downloaded by my daughter alone.')
    expect(refundRequest).toMatchObject({ refusal: null })
    expect(await tasks()).toHaveLength(1)
  })

  test('is told nothing when the refusal is undone, and waits as before', async () => {
    const { order, call, send, tasks } = await aRequest()
    const { undo } = await does({ send }, 'POST /admin/orders/:reference/refund-request/decline', {
      reference: order.reference,
      refusal: why,
    })
    await call('POST /admin/undo/:id', { id: undo?.id ?? '' })
    expect(await tasks()).toHaveLength(1)
    expect(await mailsTo(order.buyerEmail)).toEqual([])
  })
})

describe('links that are sent again', () => {
  test('are mailed to the buyer, with a new download link where the old one has expired', async () => {
    const { call } = await anAdmin()
    const order = await aSale()
    await sql`update download_links set expires_at = now() where order_id = ${order.id}`
    const { reference } = order
    await call('POST /admin/orders/:reference/resend', { reference })
    const [mail] = await mailsTo(order.buyerEmail)
    expect(mail?.kind).toBe('orderLinks')
    const { text, to } = (await composeMail(mail as QueuedMail, composeWith)) ?? {}
    expect(to).toBe(order.buyerEmail)
    expect(text).toContain(order.key)
    expect(
      await sql`select 1 from download_links where order_id = ${order.id} and expires_at > now()`,
    ).toHaveLength(1)
    expect(await actions()).toEqual([['orderLinksSent', order.orderNumber]])
    await expect(
      call('POST /admin/orders/:reference/resend', { reference: reference.replace(/.$/, '?') }),
    ).rejects.toEqual(refusedWith(404))
  })
})

describe('the sales', () => {
  test('add up what was paid, without tests and refunds', async () => {
    const { call } = await anAdmin(aPretendProvider().payments)
    await aSale({}, { quantity: 3 })
    await aSale({ provider: 'gift' })
    await aSale({ provider: 'test', isTest: true })
    await aSale({ state: 'refunded' })
    await aSale({ state: 'needs_review', paidAt: null }, { isPaid: false })
    await aSale({ state: 'pending' }, { isPaid: false })
    const sold = { totalRevenue: 10_501.5, totalSales: 3 }
    const stats = await call('GET /admin/stats', {})
    expect(stats).toMatchObject({ ...sold, ordersToReview: 1 })
    expect(stats).not.toHaveProperty('testSales')
    expect((await call('GET /admin/sales', {})).at(-1)).toMatchObject({
      revenue: 10_501.5,
      copies: 3,
    })

    const testing = await anAdmin(testPayments({ publicUrl }))
    expect(await testing.call('GET /admin/stats', {})).toMatchObject({
      ...sold,
      testRevenue: 3500.5,
      testSales: 1,
    })
    expect((await testing.call('GET /admin/sales', {})).at(-1)).toMatchObject({ copies: 3 })
    const { sections } = await testing.call('GET /admin/figures', {})
    const sales = sections.find(({ name }) => name === 'sales')
    expect(sales?.rows.at(-1)?.slice(1)).toEqual([3, 10_501.5])
  })

  test('of a day are told apart from tests of the same day', async () => {
    const { call } = await anAdmin()
    await aSale()
    await aSale({ provider: 'test', isTest: true }, { quantity: 2 })
    const day = dayOf(new Date())
    expect(await call('GET /admin/order-days', { from: day, to: day })).toEqual([
      { day, amount: 3500.5, testAmount: 7001 },
    ])
  })

  test('by month cover the last twelve months in Lagos, also those without sales', async () => {
    const { call } = await anAdmin()
    // Half past midnight in Lagos, on the first of the month two months ago; and a moment before.
    const [at] = await sql<{ first: string; before: string; month: string }[]>`
      with f as (
        select date_trunc('month', now() at time zone 'Africa/Lagos') - interval '2 months' as first)
      select (first + interval '30 minutes') at time zone 'Africa/Lagos' as first,
        (first - interval '1 second') at time zone 'Africa/Lagos' as before,
        to_char(first, 'YYYY-MM') as month from f`
    await aSale({ paidAt: at?.first as string }, { quantity: 2 })
    await aSale({ paidAt: at?.before as string })
    await aSale({ paidAt: '2020-01-01T00:00:00.000Z' })
    const months = await call('GET /admin/sales', {})
    expect(months.map(({ copies }) => copies)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 0, 0])
    expect(months[9]).toEqual({ month: at?.month, revenue: 7001, copies: 2 })
  })
})

function redeem(send: Awaited<ReturnType<typeof anAdmin>>['send'], code: string) {
  return send('/api/redeem', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ code, name: 'Efe', email: `efe-${randomUUID()}@readers.example` }),
  })
}

test('free copies do not count as sales', async () => {
  const before = await sumSales(true)
  await aSale({ provider: 'free', unitKobo: 0, amountKobo: 0 }, { quantity: 30 })
  expect(await sumSales(true)).toEqual(before)
})
