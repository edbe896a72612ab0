import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoints/endpoint.ts'
import { count, paging, searched, time } from '#contract/endpoints/fields.ts'
import { shop } from '#contract/roles.ts'
import { orderStates } from '#contract/states.ts'
import { order, orderReference } from './orders.ts'

// Separate from orders.ts, which the public form ships.

/** Without links, codes and rating, which only the buyer sees. */
const adminOrder = z.extend(
  z.omit(order, { checkoutUrl: true, download: true, codes: true, rating: true, canRate: true }),
  {
    /** `free` and `gift` need no provider. */
    provider: z.enum(['paystack', 'test', 'free', 'gift']),
    /** The provider's own name for it. */
    providerStatus: z.nullable(z.string()),
    /** How the payment differs from the order. */
    problem: z.nullable(z.string()),
    /** Downloads of the buyer's own copy; the terms limit refunds by it. */
    downloads: count,
    codesRedeemed: count,
    events: z.array(
      z.object({ at: time, what: z.string(), by: z.string(), note: z.nullable(z.string()) }),
    ),
  },
)

const oneOrder = {
  who: shop,
  input: z.object({ reference: orderReference }),
  missing: 'orderNotFound',
} as const

export const adminOrders = {
  /** Newest first. */
  'GET /admin/orders': endpoint({
    who: shop,
    input: z.object({
      status: z.optional(z.enum(orderStates, `Status must be one of ${orderStates.join(', ')}`)),
      /** Matches reference, buyer's name, e-mail address or title. */
      search: searched('Search'),
      ...paging,
    }),
    output: z.array(adminOrder),
    paged: true,
  }),
  /** Paid and refunded ones, oldest first. */
  'GET /admin/orders.csv': endpoint({
    who: shop,
    input: z.object({}),
    output: z.unknown(),
    file: 'text/csv',
  }),
  /** Full refund. The order changes only once the provider confirms. */
  'POST /admin/orders/:reference/refund': endpoint({ ...oneOrder, output: adminOrder }),
  /** Mails the links again, with a new download link if the old one is used up or expired. */
  'POST /admin/orders/:reference/resend': endpoint({
    ...oneOrder,
    output: z.object({ status: z.literal('ok') }),
    status: 202,
  }),
  /** The last twelve months in Lagos, oldest first. */
  'GET /admin/sales': endpoint({
    who: shop,
    input: z.object({}),
    output: z.array(
      z.object({
        /** YYYY-MM. */
        month: z.string(),
        /** Naira. */
        revenue: z.number(),
        copies: count,
      }),
    ),
  }),
}
