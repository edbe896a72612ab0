import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkOrders, settleOrder } from '#api/shop/orders/settle-order.ts'
import { sql } from '#db/sql.ts'
import { runs } from '#tests/long.ts'
import { aVisitor } from '#tests/people.ts'
import { aBookOnSale } from '#tests/servers/pretend-provider.ts'
import { aBundle } from '#tests/shop/bundles.ts'
import { aDiscount } from '#tests/shop/discounts.ts'
import { aShop, notice, outcomeOf } from '#tests/shop/settling.ts'

interface Placed {
  id: string
  reference: string
  buyerEmail: string
}

describe.each(['paystack', 'flutterwave'] as const)(
  'any mixture of orders, payments, late payments and refunds with one code at %s',
  (provider) => {
    const steps = fc.record({
      buyer: fc.integer({ min: 0, max: 3 }),
      what: fc.constantFrom('order', 'order', 'pay', 'fail', 'abandon', 'lapse', 'refund', 'sweep'),
      /** Whether the next step begins before this one is over. */
      isAtOnce: fc.boolean(),
    })

    test('never holds more uses than there are, and delivers each paid order once', async () => {
      const shop = await aShop({ provider })
      const books = [await aBookOnSale({ price: 1000 }), await aBundle({ price: 1000 })] as const
      const visitors = await Promise.all([0, 1, 2, 3].map(() => aVisitor(shop.base)))
      await fc.assert(
        fc.asyncProperty(
          fc.array(steps, { minLength: 4, maxLength: 24 }),
          fc.integer({ min: 1, max: 3 }),
          fc.integer({ min: 1, max: 2 }),
          fc.constantFrom(...books),
          async (comings, maxUses, maxUsesOfBuyer, { id: bookId }) => {
            await sql`delete from rate_limits`
            const discount = await aDiscount({ maxUses, maxUsesOfBuyer })
            const placed: Placed[] = []
            const settle = ({ reference }: Placed, status: 'success' | 'failed' | 'abandoned') => {
              shop.says(reference, { status })
              return settleOrder(reference, 'return', shop.settling)
            }
            const isWithin = async () => {
              const held = await sql<{ buyerEmail: string; uses: number }[]>`
              select buyer_email, count(*) as uses from orders
              where discount_id = ${discount.id} and state in ('pending', 'paid') group by 1`
              expect(held.reduce((sum, { uses }) => sum + uses, 0)).toBeLessThanOrEqual(maxUses)
              for (const { uses } of held) expect(uses).toBeLessThanOrEqual(maxUsesOfBuyer)
            }
            const act = async ({ buyer, what }: { buyer: number; what: string }) => {
              const buyerEmail = `buyer-${buyer}@buyers.example`
              const theirs = placed.filter((order) => order.buyerEmail === buyerEmail)
              const newest = theirs.at(-1)
              if (what === 'order') {
                const order = await visitors[buyer]
                  ?.call('POST /orders', {
                    bookId,
                    quantity: 2,
                    buyerName: 'Bisi Ade-Cole',
                    buyerEmail,
                    discountCode: discount.code,
                  })
                  .catch((error: { status?: number }) => void expect(error.status).toBe(400))
                if (!order) return
                const { reference } = order
                const [row] = await sql<{ id: string }[]>`
                select id from orders where reference = ${reference}`
                placed.push({ id: row?.id ?? '', reference, buyerEmail })
              }
              if (what === 'sweep') return checkOrders(shop.settling)
              if (!newest) return
              // Whichever of their orders: payments come late, and of orders that were given up.
              if (what === 'pay') await Promise.all(theirs.map((order) => settle(order, 'success')))
              if (what === 'fail') await settle(newest, 'failed')
              if (what === 'abandon') await settle(newest, 'abandoned')
              if (what === 'refund') {
                shop.says(newest.reference, { status: 'reversed' })
                await notice(shop, newest.reference)
                await settleOrder(newest.reference, 'webhook', shop.settling)
              }
              if (what === 'lapse') {
                await sql`
                update orders set created_at = now() - interval '25 hours' where id = ${newest.id}`
                await settleOrder(newest.reference, 'sweep', shop.settling)
              }
            }
            let under = Promise.resolve<unknown>(undefined)
            for (const step of comings) {
              const doing = act(step)
              under = Promise.all([under, doing])
              if (step.isAtOnce) continue
              await under
              await isWithin()
            }
            await under
            await isWithin()
            for (const order of placed) {
              const { state, links, codes, events, mails } = await outcomeOf(order)
              const times = (events as string[]).filter((what) => what === 'paid').length
              expect(times).toBeLessThanOrEqual(1)
              if (state === 'paid')
                expect({ links, codes, times }).toEqual({ links: 1, codes: 1, times: 1 })
              if (times === 0) expect({ links, codes }).toEqual({ links: 0, codes: 0 })
              const receipts = (mails as string[]).filter((kind) => kind === 'receipt').length
              expect(receipts).toBeGreaterThanOrEqual(times)
            }
            const paid = await sql`
            select 1 from order_events join orders on orders.id = order_id
            where discount_id = ${discount.id} and what = 'paid'`
            const receipts = await sql`
            select 1 from mails where kind = 'receipt' and data ->> 'orderId' in (
              select id::text from orders where discount_id = ${discount.id})`
            expect(receipts).toHaveLength(paid.length)
          },
        ),
        { numRuns: runs({ sample: 12, long: 500 }) },
      )
    }, 900_000)
  },
)
