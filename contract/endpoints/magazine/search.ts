import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoints/endpoint.ts'
import { paging, upTo } from '#contract/endpoints/fields.ts'
import { searchLength } from '#contract/limits.ts'
import { storySummary } from './stories.ts'

export const search = {
  /** Best first; none for an empty search. */
  'GET /search': endpoint({
    who: 'anyone',
    shared: true,
    standby: true,
    input: z.object({
      q: upTo(searchLength, `A search may have at most ${searchLength} characters`),
      ...paging,
    }),
    output: z.array(storySummary),
    paged: true,
  }),
}
