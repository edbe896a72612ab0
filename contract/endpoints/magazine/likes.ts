import * as z from 'zod/mini'
import { endpoint, forReader } from '#contract/endpoints/endpoint.ts'
import { count, id, stars } from '#contract/endpoints/fields.ts'

const liking = {
  who: 'reader',
  input: z.object({ id }),
  output: z.object({ liked: z.boolean(), likesCount: count }),
  missing: 'storyNotFound',
} as const

export const likes = {
  'POST /stories/:id/like': endpoint(liking),
  'DELETE /stories/:id/like': endpoint(liking),
  'GET /stories/:id/rating': forReader({
    input: z.object({ id }),
    /** Null before the reader's first rating. */
    output: z.object({ rating: z.nullable(z.int()) }),
    missing: 'storyNotFound',
  }),
  'PUT /stories/:id/rating': forReader({
    input: z.object({
      id,
      rating: stars,
    }),
    /** The mean of all readers' ratings. */
    output: z.object({ rating: z.number() }),
    missing: 'storyNotFound',
  }),
}
