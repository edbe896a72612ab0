import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoints/endpoint.ts'
import { count, id, returnTo, typedStars } from '#contract/endpoints/fields.ts'
import { orderKey, orderReference } from './order-fields.ts'

export const bookRatings = {
  /** By a reader who bought the book or the holder of its order key; for a free book, the mailed key. */
  'PUT /books/:id/rating': endpoint({
    who: 'anyone',
    input: z.object({
      id,
      rating: typedStars,
      key: z.optional(orderKey),
      reference: z.optional(orderReference),
      /** The page that a form without script returns to. */
      returnTo,
    }),
    /** The mean of all buyers' ratings, and their count. */
    output: z.object({ rating: z.number(), ratingsCount: count }),
    limited: 'crowd',
    missing: 'bookNotFound',
    // The order's page shows why a rating is rejected.
    form: { page: '/order/{reference}?key={key}', done: '{returnTo}' },
  }),
}
