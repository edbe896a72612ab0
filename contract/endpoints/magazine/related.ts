import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoints/endpoint.ts'
import { id } from '#contract/endpoints/fields.ts'
import { storySummary } from './stories.ts'

const card = z.pick(storySummary, { id: true, title: true, category: true, readTimeMinutes: true })
const part = z.object({ id, title: z.string(), part: z.int() })

export const related = {
  /** Further stories at the end of a story's page. */
  'GET /stories/:id/related': endpoint({
    who: 'anyone',
    shared: true,
    standby: true,
    cache: true,
    input: z.object({ id }),
    output: z.object({
      /** The slug of the author's page, where there is one. */
      author: z.nullable(z.string()),
      /** Published parts only. */
      series: z.nullable(
        z.object({
          title: z.string(),
          part: z.int(),
          /** The number of the last part. */
          lastPart: z.int(),
          previous: z.nullable(part),
          next: z.nullable(part),
        }),
      ),
      /** The next part, then the same category, then trending stories. */
      readNext: z.array(card),
    }),
    missing: 'storyNotFound',
  }),
}
