import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { count, id, stars } from './fields.ts'
import { orderKey, orderReference } from './orders.ts'

export const bookRatings = {
  /** By a buyer: a reader who bought it while signed in, or whoever holds the key of an order of it. */
  'PUT /books/:id/rating': endpoint({
    who: 'anyone',
    input: z.object({
      id,
      rating: stars,
      key: z.optional(orderKey),
      /** Of the order that the key opens; the key alone says as much. */
      reference: z.optional(orderReference),
    }),
    /** The mean of all buyers' ratings, and how many they are. */
    output: z.object({ rating: z.number(), ratingsCount: count }),
    missing: 'bookNotFound',
  }),
}
