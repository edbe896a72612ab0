import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { count, id, returnTo, typedStars } from './fields.ts'
import { orderKey, orderReference } from './orders.ts'

export const bookRatings = {
  /** By a buyer: a reader who bought it while signed in, or the holder of the key of an order of it. */
  'PUT /books/:id/rating': endpoint({
    who: 'anyone',
    input: z.object({
      id,
      rating: typedStars,
      key: z.optional(orderKey),
      /** Of the order that the key opens; the key alone says as much. */
      reference: z.optional(orderReference),
      /** Where a form without script leads back to. */
      returnTo,
    }),
    /** The mean of all buyers' ratings, and how many they are. */
    output: z.object({ rating: z.number(), ratingsCount: count }),
    limited: 'crowd',
    missing: 'bookNotFound',
    // The order says best why a rating is rejected: it was refunded, say.
    form: { page: '/order/{reference}?key={key}', done: '{returnTo}' },
  }),
}
