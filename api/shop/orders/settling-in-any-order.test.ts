import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { sendDuePresents } from '#api/shop/presents/send-presents.ts'
import { sql } from '#db/sql.ts'
import { runs } from '#tests/long.ts'
import {
  anInvoice,
  aShopkeeper,
  aShopWithInvoices,
  daysPass,
  inDays,
  settling,
  untilItCounts,
} from '#tests/shop/invoices.ts'
import { expectBalancedLedger } from '#tests/shop/ledgers.ts'
import { aPendingOrder, aShop, notice, outcomeOf } from '#tests/shop/settling.ts'
import { checkOrders, settleOrder } from './settle-order.ts'

describe.each(['paystack', 'flutterwave'] as const)(
  'any mixture of webhooks, returns, checks and cleanups at %s',
  (provider) => {
    const ways = fc.record({
      by: fc.constantFrom('notice', 'another notice', 'return', 'check', 'sweep', 'find'),
      /** What the provider says when it is asked by this one. */
      says: fc.constantFrom('success', 'failed', 'abandoned', 'waiting', 'unknown', 'nothing'),
      /** How long it thinks about it, in milliseconds. */
      takes: fc.integer({ min: 0, max: 8 }),
      /** How long after the one before. */
      after: fc.integer({ min: 0, max: 4 }),
    })

    test('pays once if the money came, and not at all if it did not', async () => {
      const shop = await aShop({ provider })
      await fc.assert(
        fc.asyncProperty(
          fc.array(ways, { minLength: 1, maxLength: 12 }),
          fc.constantFrom('right', 'wrong', 'none'),
          fc.constantFrom('book', 'bundle', 'present'),
          async (comings, money, what) => {
            await sql`delete from rate_limits`
            const [isBundle, isPresent] = [what === 'bundle', what === 'present']
            const quantity = isPresent ? 1 : 3
            const order = await aPendingOrder(shop, { quantity, isBundle, isPresent })
            // What becomes of the bundle meanwhile changes nothing of the order.
            await sql`delete from book_parts where bundle_id = ${order.bookId}`
            const { reference, key, id, buyerEmail } = order
            const amountKobo = money === 'wrong' ? 1 : order.amountKobo
            const queue = [...comings]
            const presentsSent = async () =>
              (await sql`select 1 from mails where data ->> 'orderId' = ${id} and kind = 'present'`)
                .length
            let hasSucceeded = false
            shop.first(async (what, asked) => {
              if (what !== 'verify' || asked !== reference) return
              const { says, takes } = queue.shift() ?? { says: 'waiting' as const, takes: 0 }
              const status = says === 'success' && money === 'none' ? 'waiting' : says
              await new Promise((resolve) => setTimeout(resolve, takes))
              if (status === 'nothing') throw new Error('The provider does not answer')
              hasSucceeded ||= status === 'success'
              shop.says(reference, { status, amountKobo })
            })
            const started = []
            for (const [index, { by, after }] of comings.entries()) {
              await new Promise((resolve) => setTimeout(resolve, after))
              if (isPresent) started.push(sendDuePresents())
              if (by === 'notice') started.push(notice(shop, reference))
              if (by === 'another notice')
                started.push(notice(shop, reference, { notice: `${reference} ${index}` }))
              if (by === 'return')
                started.push(shop.send(`/api/payments/return?reference=${reference}&key=${key}`))
              if (by === 'check')
                started.push(shop.call('POST /orders/:reference/check', { reference, key }))
              if (by === 'find') started.push(shop.call('POST /orders/find', { query: reference }))
              if (by === 'sweep') {
                await sql`
                update orders set next_check_at = now() where id = ${id} and next_check_at is not null`
                started.push(checkOrders(shop.settling))
              }
            }
            await Promise.all(started)
            await vi.waitFor(async () => {
              const asked = shop.asked()
              await new Promise((resolve) => setTimeout(resolve, 25))
              expect(shop.asked()).toBe(asked)
            })
            // What was asked last may still be on its way into the database.
            const state = expect.poll(async () => (await outcomeOf(order))['state'])
            if (hasSucceeded) await state.toBe(money === 'wrong' ? 'needs_review' : 'paid')
            else await state.toMatch(/^(pending|failed|abandoned)$/)

            // At last the provider says how it is, twice at once.
            const finally_ = money === 'none' ? 'waiting' : 'success'
            shop.first(async () => {})
            shop.says(reference, { status: finally_, amountKobo })
            await Promise.all([1, 2].map(() => settleOrder(reference, 'webhook', shop.settling)))
            const after = await outcomeOf({ id, buyerEmail })
            const mails = (after['mails'] as string[]).filter((kind) => kind !== 'orderLinks')
            if (money === 'right')
              expect(after).toMatchObject({
                state: 'paid',
                lastDigits: '4081',
                // The copy of a present is not its buyer's.
                ...(isPresent ? { links: 0, codes: 0 } : { links: 1, codes: 2 }),
              })
            if (money === 'wrong')
              expect(after).toMatchObject({ state: 'needs_review', links: 0, codes: 0 })
            if (money === 'none') expect(after).toMatchObject({ links: 0, codes: 0, paidAt: null })
            expect(mails).toEqual({ right: ['receipt'], wrong: ['orderReview'], none: [] }[money])
            await Promise.all([1, 2].map(() => sendDuePresents()))
            expect(await presentsSent()).toBe(isPresent && money === 'right' ? 1 : 0)
            expect(after['parts']).toBe(isBundle ? 2 : 0)
            const paid = (after['events'] as string[]).filter((what) => what === 'paid')
            expect(paid).toHaveLength(money === 'right' ? 1 : 0)
          },
        ),
        { numRuns: runs({ sample: 8, long: 1000 }) },
      )
      await expectBalancedLedger()
    }, 900_000)
  },
)

describe('any mixture of what staff, school and time do to an invoice', () => {
  const acts = fc.record({
    what: fc.constantFrom(
      ...([
        'record',
        'record',
        'record too much',
        'record half',
        'record half',
        'reject',
        'confirm',
        'confirm',
        'reject',
        'withdraw',
      ] as const),
      ...(['move', 'week', 'sweep', 'check', 'refund', 'return', 'undo', 'seconds'] as const),
    ),
    /** One of two shop keepers. */
    by: fc.constantFrom(0, 1),
    /** How long after the one before, in milliseconds. */
    after: fc.constantFrom<number[]>(0, 0, 3, 30),
  })

  /** Each end for certain, by acts of one keeper that follow each other; chance may miss the rarest in a sample. */
  const everyEnd = (
    [
      ['move'],
      ['record'],
      ['record half', 'seconds', 'record half'],
      ['record too much', 'seconds'],
      ['record too much', 'seconds', 'reject', 'record'],
      ['withdraw'],
      ['record', 'seconds', 'refund', 'return'],
    ] as const
  ).map((whats): [{ what: (typeof whats)[number]; by: 0; after: number }[], boolean] => [
    whats.map((what) => ({ what, by: 0, after: Number.POSITIVE_INFINITY })),
    true,
  ])

  test('delivers it once if its money was confirmed, and not at all if it was not', async () => {
    const school = await aShopWithInvoices()
    const keepers = [await aShopkeeper(school.base), await aShopkeeper(school.base)]
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(
        fc.array(acts, { minLength: 1, maxLength: 14 }),
        fc.boolean(),
        async (comings, isAlone) => {
          await sql`delete from rate_limits`
          // Whoever is alone confirms by writing down.
          await sql`
            update staff set state = case when id = ${keepers[0]?.member.id ?? ''} or not ${isAlone}
              then 'active' else 'ended' end`
          const invoice = await anInvoice(school)
          const { reference, key, id } = invoice
          // The amount is an odd number of kobo, so that two halves are one too many.
          const half = Math.ceil(invoice.amount * 50) / 100
          const days = { paidOn: inDays(0), returnedOn: inDays(0) }
          const transferId = async () =>
            (
              await sql<{ id: string }[]>`
              select id from bank_transfers where order_id = ${id} and rejected_at is null
              order by confirmed_at is not null, recorded_at limit 1`
            )[0]?.id ?? randomUUID()
          const lastUndo = async () =>
            (
              await sql<{ id: string }[]>`
              select id from undos where subject_id = ${id} order by until desc limit 1`
            )[0]?.id ?? randomUUID()
          const act = async ({ what, by }: { what: string; by: number }) => {
            const { call } = keepers[isAlone ? 0 : by] as (typeof keepers)[number]
            const record = (amount: number) =>
              call('POST /admin/invoices/:reference/transfers', {
                reference,
                amount,
                paidOn: days.paidOn,
                bankReference: randomUUID(),
              })
            if (what === 'record') await record(invoice.amount)
            if (what === 'record too much') await record(invoice.amount + 1)
            if (what === 'record half') await record(half)
            if (what === 'undo') await call('POST /admin/undo/:id', { id: await lastUndo() })
            if (what === 'seconds') await untilItCounts(invoice)
            if (what === 'confirm' || what === 'reject')
              await call(`POST /admin/invoices/:reference/transfers/:id/${what}`, {
                reference,
                id: await transferId(),
              })
            if (what === 'withdraw')
              await call('POST /admin/invoices/:reference/withdraw', { reference })
            if (what === 'move')
              await call('PUT /admin/invoices/:reference/due', { reference, dueOn: inDays(20) })
            if (what === 'refund') await call('POST /admin/orders/:reference/refund', { reference })
            if (what === 'return')
              await call('POST /admin/invoices/:reference/returned', {
                reference,
                returnedOn: days.returnedOn,
                bankReference: 'OUT',
              })
            if (what === 'check')
              await school.call('POST /orders/:reference/check', { reference, key })
            if (what === 'week') await daysPass(id, 11)
            if (what === 'week' || what === 'sweep') {
              await sql`update orders set next_check_at = now() where id = ${id} and next_check_at is not null`
              await checkOrders(settling)
            }
          }
          const started = []
          for (const coming of comings) {
            // Without end: once all before have been answered.
            if (coming.after === Number.POSITIVE_INFINITY) await Promise.all(started)
            else await new Promise((resolve) => setTimeout(resolve, coming.after))
            started.push(
              act(coming).catch((error: { status?: number }) => {
                // What cannot be done any more is refused.
                if (![403, 404, 409, 410].includes(error.status ?? 0)) throw error
              }),
            )
          }
          await Promise.all(started)
          await untilItCounts(invoice)
          await Promise.all([1, 2].map(() => settleOrder(reference, 'sweep', settling)))

          const [standing] = await sql<
            { kobo: number; isReturned: boolean; isWaiting: boolean; isOwn: boolean }[]
          >`
            select coalesce(sum(amount_kobo) filter (where confirmed_at is not null), 0)::bigint as kobo,
              coalesce(bool_or(returned_on is not null), false) as is_returned,
              coalesce(bool_or(confirmed_at is null), false) as is_waiting,
              bool_or(confirmed_by = recorded_by) as is_own
            from bank_transfers where order_id = ${id} and rejected_at is null`
          const [{ isWithdrawn } = { isWithdrawn: false }] = await sql<{ isWithdrawn: boolean }[]>`
            select withdrawn_at is not null as is_withdrawn from invoices where order_id = ${id}`
          const { kobo = 0, isReturned, isWaiting, isOwn } = standing ?? {}
          const due = Math.round(invoice.amount * 100)
          const outcome = await outcomeOf(invoice)
          const count = (list: unknown, one: string) =>
            (list as string[]).filter((other) => other === one).length
          const wasPaid = kobo === due
          const expected = isReturned
            ? /^refunded$/
            : wasPaid
              ? /^paid$/
              : kobo > due
                ? /^needs_review$/
                : /^(pending|expired)$/
          expect(outcome['state']).toMatch(expected)
          const isPaid = wasPaid && !isReturned
          expect(outcome).toMatchObject({ links: wasPaid ? 1 : 0, codes: isPaid ? 2 : 0 })
          expect(count(outcome['events'], 'paid')).toBe(wasPaid ? 1 : 0)
          expect(count(outcome['mails'], 'receipt')).toBe(wasPaid ? 1 : 0)
          expect(count(outcome['mails'], 'refunded')).toBe(isReturned ? 1 : 0)
          if (kobo > 0) expect(isOwn).toBe(isAlone)
          if (isWithdrawn) expect([kobo, isWaiting]).toEqual([0, false])
          seen.add(String(outcome['state']))
        },
      ),
      { numRuns: runs({ sample: 14, long: 1500 }), examples: everyEnd },
    )
    await expectBalancedLedger()
    expect([...seen].sort()).toEqual(['expired', 'needs_review', 'paid', 'pending', 'refunded'])
  }, 900_000)
})
