import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { count, id } from './fields.ts'

const liking = {
  who: 'reader',
  input: z.object({ id }),
  output: z.object({ liked: z.boolean(), likesCount: count }),
  missing: 'storyNotFound',
} as const

const between1And5 = 'A rating is a whole number from 1 to 5'

export const likes = {
  'POST /stories/:id/like': endpoint(liking),
  'DELETE /stories/:id/like': endpoint(liking),
  'GET /stories/:id/rating': endpoint({
    who: 'reader',
    input: z.object({ id }),
    /** What the asking reader gave; null for nothing yet. */
    output: z.object({ rating: z.nullable(z.int()) }),
    missing: 'storyNotFound',
  }),
  'PUT /stories/:id/rating': endpoint({
    who: 'reader',
    input: z.object({
      id,
      rating: z.int(between1And5).check(z.minimum(1, between1And5), z.maximum(5, between1And5)),
    }),
    /** The mean of all readers' ratings. */
    output: z.object({ rating: z.number() }),
    missing: 'storyNotFound',
  }),
}
