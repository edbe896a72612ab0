import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { sendDuePresents } from '#api/shop/presents/send-presents.ts'
import { sql } from '#db/sql.ts'
import { runs } from '#tests/long.ts'
import { aPendingOrder, aShop, notice, outcomeOf } from '#tests/settling.ts'
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
                ...{ state: 'paid', lastDigits: '4081' },
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
        { numRuns: runs({ sample: 15, long: 1000 }) },
      )
    }, 900_000)
  },
)
