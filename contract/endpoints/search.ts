import * as z from 'zod/mini'
import { searchLength } from '../limits.ts'
import { endpoint } from './endpoint.ts'
import { paging, upTo } from './fields.ts'
import { storySummary } from './stories.ts'

export const search = {
  /** Best first; none for an empty search. */
  'GET /search': endpoint({
    who: 'anyone',
    input: z.object({
      q: upTo(searchLength, `A search may have at most ${searchLength} characters`),
      ...paging,
    }),
    output: z.array(storySummary),
    paged: true,
  }),
}
