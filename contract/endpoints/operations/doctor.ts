import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoints/endpoint.ts'
import { time } from '#contract/endpoints/fields.ts'
import { owner } from '#contract/roles.ts'

const diagnosis = z.object({
  lookedAt: time,
  findings: z.array(
    z.object({
      title: z.string(),
      state: z.enum(['ok', 'warning', 'problem']),
      /** One sentence. */
      found: z.string(),
      /** One sentence; null when there is nothing to do. */
      todo: z.nullable(z.string()),
    }),
  ),
})

export const doctor = {
  /** What was found last; looked at anew when that is old. */
  'GET /admin/doctor': endpoint({ who: owner, input: z.object({}), output: diagnosis }),
  /** Looks anew. */
  'POST /admin/doctor': endpoint({ who: owner, input: z.object({}), output: diagnosis }),
}
