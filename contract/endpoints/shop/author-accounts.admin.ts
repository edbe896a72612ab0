import * as z from 'zod/mini'
import { dayOf } from '#contract/dates.ts'
import { endpoint } from '#contract/endpoints/endpoint.ts'
import {
  between,
  count,
  email,
  id,
  numeric,
  ok,
  paging,
  revision,
  searched,
  time,
} from '#contract/endpoints/fields.ts'
import { forShop } from '#contract/endpoints/for-staff.ts'
import { shop } from '#contract/roles.ts'
import { chapterCounts } from './reading.ts'
import { month, statement } from './statements.ts'

/** Authors see their own account alone. */
const accountHolders = [...shop, 'author'] as const

const account = {
  id,
  name: z.string(),
  email: z.string(),
  revision: z.int(),
  /** What it is owed; below zero after a refund of what was paid out. */
  balance: z.number(),
}

export const authorAccount = z.object({
  ...account,
  createdAt: time,
  /** Books that it has a share of now, in hundredths of a percent at the finest. */
  shares: z.array(z.object({ bookId: id, title: z.string(), percent: z.number(), since: time })),
  /** Newest first, those that were taken back too. */
  payouts: z.array(
    z.object({
      id,
      paidOn: z.iso.date(),
      amount: z.number(),
      reference: z.string(),
      isTakenBack: z.boolean(),
    }),
  ),
  /** YYYY-MM, newest first: this one, and those before since it was opened. */
  months: z.array(z.string()),
  /** Of the books of `shares`. */
  chapterCounts: z.array(chapterCounts),
})

const accountFields = {
  name: between(2, 100, 'Please enter the name of the author', 'Names have at most 100 characters'),
  email,
}

const amountMessage = 'The amount must be more than zero'
const dayMessage = 'Please choose the day on which it was paid'

const payoutFields = {
  amount: z.pipe(
    numeric(amountMessage),
    z
      .number(amountMessage)
      .check(
        z.minimum(0.01, amountMessage),
        z.maximum(10_000_000_000, 'Please enter a lower amount'),
        z.multipleOf(0.01, 'Naira have two decimals at most'),
      ),
  ),
  /** The day in Lagos, YYYY-MM-DD. */
  paidOn: z.iso.date(dayMessage).check(
    z.refine((day) => day >= '2000-01-01', dayMessage),
    z.refine((day) => day <= dayOf(new Date()), 'A payout is written down once it was paid'),
  ),
  reference: between(
    1,
    100,
    'Please enter the reference of the transfer',
    'References have at most 100 characters',
  ),
}

const percentMessage = 'Percent must be more than 0 and at most 100'

const oneAccount = {
  who: shop,
  input: z.object({ id }),
  output: authorAccount,
  missing: 'authorAccountNotFound',
} as const

const statementOf = {
  who: accountHolders,
  input: z.object({ id, month }),
  missing: 'authorAccountNotFound',
} as const

export const payoutForm = z.object(payoutFields)
export const accountForm = z.object(accountFields)

export const adminAuthorAccounts = {
  /** Lists those with something due first, each by name. Authors see their own alone. */
  'GET /admin/author-accounts': endpoint({
    who: accountHolders,
    input: z.object({
      /** Matches name, address, or a book that it has a share of. */
      search: searched('Search'),
      ...paging,
    }),
    output: z.array(
      z.object({
        ...account,
        books: count,
        /** Shares of this month in Lagos, less those of refunds. */
        monthShare: z.number(),
        /** What it is still owed of months that have ended, never below zero. */
        due: z.number(),
        lastPayout: z.nullable(z.object({ paidOn: z.iso.date(), amount: z.number() })),
      }),
    ),
  }),
  'POST /admin/author-accounts': forShop({
    input: accountForm,
    output: authorAccount,
    status: 201,
    once: true,
  }),
  'GET /admin/author-accounts/:id': endpoint({ ...oneAccount, who: accountHolders }),
  /** `revision` is the one that the form was loaded from. Another address ends the mailed link. */
  'PUT /admin/author-accounts/:id': endpoint({
    ...oneAccount,
    input: z.object({ ...accountFields, id, revision }),
  }),
  /** Holds from the next sale on; null ends it. A book has one account at a time. */
  'PUT /admin/author-accounts/:id/shares/:bookId': endpoint({
    ...oneAccount,
    input: z.object({
      id,
      bookId: id,
      percent: z.nullable(
        z.pipe(
          numeric(percentMessage),
          z
            .number(percentMessage)
            .check(
              z.minimum(0.01, percentMessage),
              z.maximum(100, percentMessage),
              z.multipleOf(0.01, 'Percent have two decimals at most'),
            ),
        ),
      ),
    }),
  }),
  /** Writes down money that was sent; sends none. */
  'POST /admin/author-accounts/:id/payouts': endpoint({
    ...oneAccount,
    input: z.object({ ...payoutFields, id }),
    status: 201,
    once: true,
  }),
  /** It is taken back by an entry against it. A repeat changes nothing. */
  'POST /admin/payouts/:id/take-back': endpoint({ ...oneAccount, missing: 'payoutNotFound' }),
  /** Mails another link to the statements; the one before ends. */
  'POST /admin/author-accounts/:id/link': endpoint({ ...oneAccount, output: ok, status: 202 }),
  'GET /admin/author-accounts/:id/statement': endpoint({ ...statementOf, output: statement }),
  'GET /admin/author-accounts/:id/statement.csv': endpoint({ ...statementOf, file: 'text/csv' }),
  'GET /admin/author-accounts/:id/statement.pdf': endpoint({
    ...statementOf,
    file: 'application/pdf',
  }),
}
