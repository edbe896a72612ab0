import * as z from 'zod/mini'
import { searchLength } from '../limits.ts'
import { orderStates } from '../states.ts'
import { endpoint } from './endpoint.ts'
import { count, paging, time, upTo } from './fields.ts'
import { order, orderReference } from './orders.ts'

// Apart from orders.ts, whose values the public form ships.

/** An order as the publisher sees it: without the links, codes and rating, which are its buyer's alone. */
export const adminOrder = z.extend(
  z.omit(order, { checkoutUrl: true, download: true, codes: true, rating: true }),
  {
    /** The payment provider; `free` and `gift` needed none. */
    provider: z.enum(['paystack', 'test', 'free', 'gift']),
    /** The provider's last status, in its own term. */
    providerStatus: z.nullable(z.string()),
    /** What was paid that is not what was ordered. */
    problem: z.nullable(z.string()),
    /** How often the buyer's own copy was downloaded; what the terms say of refunds hangs on it. */
    downloads: count,
    /** Of its gift codes. */
    codesRedeemed: count,
    /** What happened to it, in its order. */
    events: z.array(
      z.object({ at: time, what: z.string(), by: z.string(), note: z.nullable(z.string()) }),
    ),
  },
)

const oneOrder = {
  who: 'publisher',
  input: z.object({ reference: orderReference }),
  missing: 'orderNotFound',
} as const

export const adminOrders = {
  /** The newest first. */
  'GET /admin/orders': endpoint({
    who: 'publisher',
    input: z.object({
      status: z.optional(z.enum(orderStates, `Status must be one of ${orderStates.join(', ')}`)),
      /** Anywhere in the reference, the buyer's name or e-mail address, or the title of the book. */
      search: upTo(searchLength, `Search must be at most ${searchLength} characters`),
      ...paging,
    }),
    output: z.array(adminOrder),
    paged: true,
  }),
  /** Those that are paid or refunded, the oldest first. */
  'GET /admin/orders.csv': endpoint({
    who: 'publisher',
    input: z.object({}),
    output: z.unknown(),
    file: 'text/csv',
  }),
  /** Gives all the money back. While the provider is still at it, the order stays as it is. */
  'POST /admin/orders/:reference/refund': endpoint({ ...oneOrder, output: adminOrder }),
  /** Mails the buyer the links again, a fresh download where the old one is over. */
  'POST /admin/orders/:reference/resend': endpoint({
    ...oneOrder,
    output: z.object({ status: z.literal('ok') }),
    status: 202,
  }),
  /** The last twelve months in Lagos, the oldest first; counted as in the figures above the books. */
  'GET /admin/sales': endpoint({
    who: 'publisher',
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
