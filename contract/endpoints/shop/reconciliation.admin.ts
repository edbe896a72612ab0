import * as z from 'zod/mini'
import { count, day as dayField, time } from '#contract/endpoints/fields.ts'
import { forShop } from '#contract/endpoints/for-staff.ts'
import { paymentDifferences, paymentProviders } from '#contract/shop/payment-providers.ts'
import { orderStates } from '#contract/states.ts'

const provider = z.enum(paymentProviders)
/** The day in Lagos, YYYY-MM-DD. */
const day = dayField('A day is written 2026-11-24')

const comparison = z.object({
  /** The newest stand first. */
  days: z.array(
    z.object({
      provider,
      day: z.string(),
      /** When the provider last answered; null: not yet. */
      comparedAt: z.nullable(time),
      /** Payments of ours in its list, and orders that comparing has settled. */
      payments: count,
      settled: count,
      /** Why the last comparison failed; it is tried again. */
      failure: z.nullable(z.string()),
      isRunning: z.boolean(),
    }),
  ),
  /** What still differs, the newest days first; at most a hundred. */
  differences: z.array(
    z.object({
      provider,
      day: z.string(),
      reference: z.string(),
      kind: z.enum(paymentDifferences),
      /** What the provider says, in naira; null where it says nothing that is an amount. */
      amount: z.nullable(z.number()),
      currency: z.string(),
      providerStatus: z.string(),
      foundAt: time,
      /** Null where there is no such order. */
      order: z.nullable(
        z.object({
          orderNumber: z.string(),
          status: z.enum(orderStates),
          amount: z.number(),
          buyerName: z.string(),
        }),
      ),
    }),
  ),
  totalDifferences: count,
})

export const reconciliation = {
  /** How our orders compare with the providers' lists. */
  'GET /admin/payment-days': forShop({ output: comparison }),
  /** Compares a day with each provider now. A provider that does not answer is said in the day's `failure`. */
  'POST /admin/payment-days/compare': forShop({
    input: z.object({ day }),
    output: comparison,
  }),
}
