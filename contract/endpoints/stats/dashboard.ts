import * as z from 'zod/mini'
import { staff } from '../../roles.ts'
import { endpoint } from '../endpoint.ts'
import { count } from '../fields.ts'

export const dashboard = {
  /** What a role may not look at is absent. */
  'GET /admin/stats': endpoint({
    who: staff,
    input: z.object({}),
    output: z.object({
      totalBooks: count,
      publishedBooks: count,
      /** Naira, over paid orders. */
      totalRevenue: z.optional(z.number()),
      /** Copies. */
      totalSales: z.optional(count),
      /** There is no real provider yet, so test payments count. */
      areSalesTests: z.optional(z.boolean()),
      waitingStories: z.optional(count),
      openRequests: z.optional(count),
      overdueRequests: z.optional(count),
      ordersToReview: z.optional(count),
    }),
  }),
}
