import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoints/endpoint.ts'
import { between, count, numeric, paging, searched, time } from '#contract/endpoints/fields.ts'
import { forShop } from '#contract/endpoints/for-staff.ts'
import { refundReasonLength } from '#contract/form-limits.ts'
import { shop } from '#contract/roles.ts'
import { bankTransfer, paymentProviders } from '#contract/shop/payment-providers.ts'
import { orderStates } from '#contract/states.ts'
import { orderName, orderReference } from './order-fields.ts'
import { order } from './orders.ts'
import { boughtPresent } from './presents.ts'

// Separate from orders.ts, which the public form ships.

/** It leaves out links, codes and rating, which only the buyer sees. */
const adminOrder = z.extend(
  z.omit(order, {
    checkoutUrl: true,
    download: true,
    codes: true,
    rating: true,
    review: true,
    canRate: true,
    reviewer: true,
    again: true,
    parts: true,
    present: true,
    invoice: true,
    receiptNumber: true,
    refundRequest: true,
    isGift: true,
  }),
  {
    parts: z.array(z.string()),
    /** `free` and `gift` need no provider. */
    provider: z.enum([...paymentProviders, bankTransfer, 'free', 'gift']),
    /** The provider's own name for it. */
    providerStatus: z.nullable(z.string()),
    /** How the payment differs from the order. */
    problem: z.nullable(z.string()),
    /** Naira that were paid instead of the amount. */
    paidInstead: z.nullable(z.number()),
    /** Downloads of the buyer's own copy; the terms limit refunds by it. */
    downloads: count,
    codesRedeemed: count,
    /** What a drawn cover depends on besides the title; null for a deleted book. */
    bookCategory: z.nullable(z.string()),
    coverImageUrl: z.nullable(z.string()),
    events: z.array(
      z.object({ at: time, what: z.string(), by: z.string(), note: z.nullable(z.string()) }),
    ),
  },
)

const filter = {
  status: z.optional(z.enum(orderStates, `Status must be one of ${orderStates.join(', ')}`)),
  /** Matches number, reference, buyer's name, e-mail address or title. */
  search: searched('Search'),
}

/** These stand beside the order's own events. `kept`: a mail that reached nobody. */
export const orderFacts = ['mailed', 'kept', 'downloaded', 'redeemed', 'links sent'] as const

export const refusalFields = z.object({
  refusal: between(
    10,
    refundReasonLength,
    'Please say in a sentence why not',
    `At most ${refundReasonLength} characters`,
  ),
})

const day = z.string().check(z.regex(/^20\d{2}-\d{2}-\d{2}$/, 'A day is written 2026-11-24'))
const mostReferences = 100

const noNumber = 'A code is named by its number'

const oneOrder = {
  who: shop,
  input: z.object({ reference: orderReference }),
  missing: 'orderNotFound',
} as const

const oneCode = {
  ...oneOrder,
  input: z.object({
    reference: orderReference,
    number: z.pipe(numeric(noNumber), z.int(noNumber)),
  }),
  status: 202,
} as const

export const adminOrders = {
  /** Lists those that need a review first, then the newest. */
  'GET /admin/orders': forShop({
    input: z.object({ ...filter, ...paging }),
    output: z.array(adminOrder),
  }),
  /** An order with everything that is stored of what happened to it, oldest first. */
  'GET /admin/orders/:reference': endpoint({
    ...oneOrder,
    /** It may be a number, as the activity calls it. */
    input: z.object({ reference: orderName }),
    output: z.extend(adminOrder, {
      present: z.nullable(boughtPresent),
      receiptNumber: z.nullable(z.string()),
      /** The codes as the buyer counts them; what they say only the buyer sees. */
      codes: z.array(z.object({ number: count, isRedeemed: z.boolean() })),
      timeline: z.array(
        z.object({
          at: time,
          /** It is one of `events` or of `orderFacts`. */
          what: z.string(),
          /** Who: of an event its source, else a name; null for the server. */
          by: z.nullable(z.string()),
          note: z.nullable(z.string()),
        }),
      ),
    }),
  }),
  'GET /admin/order-counts': forShop({
    output: z.record(z.enum(['all', ...orderStates]), count),
  }),
  /** What was paid for the orders of each day of Lagos, of those that the filter shows; the newest first. */
  'GET /admin/order-days': forShop({
    input: z.object({ ...filter, from: day, to: day }),
    output: z.array(
      z.object({
        /** Written YYYY-MM-DD. */
        day: z.string(),
        /** The amount is in naira. */
        amount: z.number(),
        /** Naira that no bank has moved. */
        testAmount: z.number(),
      }),
    ),
  }),
  /** Paid and refunded ones, oldest first; or those named, in any state. */
  'GET /admin/orders.csv': forShop({
    input: z.object({
      /** They are separated by commas. */
      references: z.optional(
        z.string().check(
          z.regex(
            // unchecked pattern: a comma ends each part, and their number is bounded.
            new RegExp(`^[\\w-]+(,[\\w-]+){0,${mostReferences - 1}}$`),
            `Name at most ${mostReferences} references, separated by commas`,
          ),
        ),
      ),
    }),
    file: 'text/csv',
  }),
  'GET /admin/orders/:reference/receipt': endpoint({
    ...oneOrder,
    file: 'application/pdf',
    missing: 'receiptNotFound',
  }),
  /** Full refund. The order changes only once the provider confirms. */
  'POST /admin/orders/:reference/refund': endpoint({ ...oneOrder, output: adminOrder }),
  /** Says no to a buyer who asks for a refund, in words that are mailed. */
  'POST /admin/orders/:reference/refund-request/decline': endpoint({
    ...oneOrder,
    input: z.object({ reference: orderReference, ...refusalFields.def.shape }),
    output: adminOrder,
  }),
  /** Verifies the payment at the provider now. */
  'POST /admin/orders/:reference/settle': endpoint({ ...oneOrder, output: adminOrder }),
  /** Mails the links again, with a new download link if the old one is used up or expired. */
  'POST /admin/orders/:reference/resend': endpoint({
    ...oneOrder,
    status: 202,
  }),
  /** Mails one that is not used yet to the buyer. */
  'POST /admin/orders/:reference/codes/:number/mail': endpoint(oneCode),
  /** Ends one that is not used yet, and mails the buyer the one that takes its number. */
  'POST /admin/orders/:reference/codes/:number/replace': endpoint(oneCode),
  /** Buyers of the last thirty days who were written to about an order that they had not paid, and those who then paid. */
  'GET /admin/order-reminders': forShop({
    output: z.object({ written: count, paid: count }),
  }),
  /** The last twelve months in Lagos, oldest first. */
  'GET /admin/sales': forShop({
    output: z.array(
      z.object({
        /** Written YYYY-MM. */
        month: z.string(),
        /** The amount is in naira. */
        revenue: z.number(),
        copies: count,
      }),
    ),
  }),
}
