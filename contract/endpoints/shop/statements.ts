import * as z from 'zod/mini'
import { dayOf } from '#contract/dates.ts'
import { monthPattern } from '#contract/days.ts'
import { endpoint } from '#contract/endpoints/endpoint.ts'
import { count, id, time, token } from '#contract/endpoints/fields.ts'
import { ledgerKinds } from '#contract/states.ts'
import { chapterCounts } from './reading.ts'

const monthMessage = 'A month is written as 2026-11, and is not in the future'

/** YYYY-MM in Lagos; left out: this one. */
export const month = z._default(
  z.string(monthMessage).check(
    z.regex(monthPattern, monthMessage),
    z.refine((typed) => typed <= dayOf(new Date()).slice(0, 7), monthMessage),
  ),
  () => dayOf(new Date()).slice(0, 7),
)

/** A month of an account. Money is naira; nobody's name but the author's is in it. */
export const statement = z.object({
  accountId: id,
  name: z.string(),
  month: z.string(),
  broughtForward: z.number(),
  /** All lines of the month; `lines` has the first thousand. */
  linesInAll: count,
  /** The lines in their order. A refund and a payout have amounts below zero. */
  lines: z.array(
    z.object({
      kind: z.enum(ledgerKinds),
      at: time,
      /** The order's, or the payout's. */
      reference: z.string(),
      /** How the share came about; null of a payout. */
      sale: z.nullable(
        z.object({
          book: z.string(),
          copies: z.int(),
          price: z.number(),
          discount: z.number(),
          /** VAT is included. */
          paid: z.number(),
          vat: z.number(),
          percent: z.number(),
        }),
      ),
      paidOn: z.nullable(z.iso.date()),
      amount: z.number(),
    }),
  ),
  shares: z.number(),
  refunds: z.number(),
  payouts: z.number(),
  balance: z.number(),
})

const byLink = {
  who: 'anyone',
  input: z.object({ token, month }),
  missing: 'statementNotFound',
  isPrivate: true,
  isSecret: true,
} as const

export const statements = {
  /** It is for whoever has the mailed link. */
  'GET /statements/:token': endpoint({
    ...byLink,
    output: z.object({
      /** The newest month stands first, written YYYY-MM. */
      months: z.array(z.string()),
      statement,
      /** Of the books that it has a share of now. */
      chapterCounts: z.array(chapterCounts),
    }),
  }),
  /** It has all lines of the month. */
  'GET /statements.csv/:token': endpoint({ ...byLink, file: 'text/csv' }),
  'GET /statements.pdf/:token': endpoint({ ...byLink, file: 'application/pdf' }),
}
