import fc from 'fast-check'
import { expect, test } from 'vitest'
import { settleOrder } from '#api/shop/orders/settle-order.ts'
import { sql } from '#db/sql.ts'
import { runs } from '#tests/long.ts'
import { aBookOnSale, aPretendProvider } from '#tests/servers/pretend-provider.ts'
import { aBundle } from '#tests/shop/bundles.ts'
import { aDiscount } from '#tests/shop/discounts.ts'
import { anAccount, expectBalancedLedger } from '#tests/shop/ledgers.ts'
import { aPurchase } from '#tests/shop/purchases.ts'
import { aShop, notice } from '#tests/shop/settling.ts'

const steps = fc.record({
  what: fc.constantFrom(
    ...(['order', 'order', 'order', 'pay', 'pay', 'pay again', 'refund', 'fail'] as const),
    ...(['share', 'pay out', 'take back'] as const),
  ),
  /** Which of the books, orders, accounts or payouts. */
  which: fc.nat(11),
  percent: fc.constantFrom(0.01, 10, 33.33, 40, 50, 99.99, 100, null),
  quantity: fc.integer({ min: 1, max: 4 }),
  isDiscounted: fc.boolean(),
  isPresent: fc.boolean(),
  provider: fc.constantFrom('paystack', 'flutterwave'),
  /** Whether the next step begins before this one is over. */
  isAtOnce: fc.boolean(),
})
type Step = typeof steps extends fc.Arbitrary<infer S> ? S : never

/** A few at random may leave something out. */
const eachOnce = (['share', 'order', 'pay', 'pay out', 'take back', 'refund'] as const).map(
  (what): Step => ({
    what,
    which: 0,
    percent: 50,
    quantity: 1,
    isDiscounted: false,
    isPresent: false,
    provider: 'paystack',
    isAtOnce: false,
  }),
)

test('the ledger has every kobo of every order, whatever is ordered, paid, given back, shared and paid out', async () => {
  const second = aPretendProvider({ provider: 'flutterwave' })
  const vat = { basisPoints: 750, taxId: undefined }
  const shop = await aShop({}, [second.payments], { vat })
  const [one, two, free] = await Promise.all(
    [1250.75, 999.99, 0].map((price) => aBookOnSale({ price })),
  )
  const three = await aBookOnSale({ price: 0.05 })
  const parts = [one, two, free, three] as { id: string }[]
  const bundle = await aBundle({ price: 1777.77 }, parts)
  const books = [...parts, bundle]
  const accounts = [await anAccount(), await anAccount()] as const
  const { keeper } = accounts[0]
  const discount = await aDiscount({ percent: 33 })
  /** A free present; a share of a bundle or beside another one; more than is owed. */
  const refused = (status: 400 | 409) => (error: { status?: number }) =>
    void expect(error).toMatchObject({ status })

  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 6, maxLength: 30 }), async (comings) => {
      await sql`delete from rate_limits`
      const placed: { id: string; reference: string; provider: string }[] = []
      const says = (reference: string, status: 'success' | 'reversed' | 'failed') => {
        for (const who of [shop, second]) who.says(reference, { status })
      }
      const act = async (step: Step) => {
        const { what, which, percent, quantity, isDiscounted, isPresent } = step
        const account = accounts[which % 2 === 0 ? 0 : 1]
        const order = placed[which % Math.max(1, placed.length)]
        if (what === 'order') {
          const fail = async (about: string) => {
            if (about === 'startCheckout') throw new Error('The provider does not answer')
          }
          shop.first(step.provider === 'paystack' ? async () => {} : fail)
          const made = await shop
            .call('POST /orders', {
              ...aPurchase(books[which % books.length]?.id ?? ''),
              quantity: isPresent ? 1 : quantity,
              ...(isDiscounted && { discountCode: discount.code }),
              ...(isPresent && {
                isPresent,
                presentName: 'Ada Obi',
                presentEmail: 'ada@friends.example',
              }),
            })
            .catch(refused(400))
          const [row] = await sql<typeof placed>`
            select id, reference, provider from orders where reference = ${made?.reference ?? ''}`
          if (row) placed.push(row)
        }
        if (what === 'share') {
          const bookId = books[(which * 7) % books.length]?.id ?? ''
          await keeper
            .call('PUT /admin/author-accounts/:id/shares/:bookId', {
              id: account.id,
              bookId,
              percent,
            })
            .catch(refused(409))
        }
        if (what === 'pay out') {
          const { balance } = await keeper.call('GET /admin/author-accounts/:id', account)
          const amount = Math.max(0.01, Math.round((balance * 100) / quantity) / 100)
          await keeper
            .call('POST /admin/author-accounts/:id/payouts', {
              id: account.id,
              amount,
              paidOn: '2026-11-20',
              reference: 'GTB 1',
            })
            .catch(refused(409))
        }
        if (what === 'take back') {
          const { payouts } = await keeper.call('GET /admin/author-accounts/:id', account)
          const payout = payouts[which % Math.max(1, payouts.length)]
          if (payout) await keeper.call('POST /admin/payouts/:id/take-back', payout)
        }
        if (!order) return
        const { reference } = order
        if (what === 'pay' || what === 'pay again') {
          says(reference, 'success')
          const times = what === 'pay' ? 1 : 3
          await Promise.all(
            Array.from({ length: times }, () => settleOrder(reference, 'webhook', shop.settling)),
          )
        }
        if (what === 'refund') {
          says(reference, 'reversed')
          await notice(shop, reference)
          await settleOrder(reference, 'webhook', shop.settling)
        }
        if (what === 'fail') {
          says(reference, 'failed')
          await settleOrder(reference, 'return', shop.settling)
        }
      }
      let under: Promise<unknown> = Promise.resolve()
      for (const step of comings) {
        under = Promise.all([under, act(step)])
        if (!step.isAtOnce) await under
      }
      await under
      await expectBalancedLedger()
      const entries = await sql`
        select 1 from ledger_entries where order_id is not null group by order_id, kind having count(*) > 1`
      expect(entries).toHaveLength(0)
      for (const { id } of accounts) {
        const { balance, months, payouts } = await keeper.call('GET /admin/author-accounts/:id', {
          id,
        })
        const statement = await keeper.call('GET /admin/author-accounts/:id/statement', {
          id,
          month: months[0],
        })
        expect(statement.balance).toBe(balance)
        const kobo = (naira: number) => Math.round(naira * 100)
        const lines = statement.lines.reduce((sum, { amount }) => sum + kobo(amount), 0)
        // The page shows the first thousand.
        if (statement.linesInAll === statement.lines.length)
          expect(kobo(statement.broughtForward) + lines).toBe(kobo(balance))
        const paidOut = payouts
          .filter(({ isTakenBack }) => !isTakenBack)
          .reduce((sum, { amount }) => sum + kobo(amount), 0)
        expect(paidOut + kobo(statement.payouts)).toBe(0)
      }
    }),
    { numRuns: runs({ sample: 15, long: 1500 }), examples: [[eachOnce]] },
  )
  const kinds = await sql`select distinct kind from ledger_entries`
  expect(kinds, 'what happened').toHaveLength(4)
}, 900_000)
