import * as z from 'zod/mini'
import { activityActions } from '../activity.ts'
import { endpoint } from './endpoint.ts'
import { paging, time } from './fields.ts'

export const activity = {
  /** What was done at the desk, the newest first. */
  'GET /admin/activity': endpoint({
    who: 'publisher',
    input: z.object(paging),
    output: z.array(
      z.object({
        id: z.int(),
        at: time,
        /** The publisher's username; null for somebody who was not let in. */
        who: z.nullable(z.string()),
        action: z.enum(activityActions),
        subjectId: z.nullable(z.string()),
        /** As it was called at the time. */
        subject: z.nullable(z.string()),
        note: z.nullable(z.string()),
      }),
    ),
    paged: true,
  }),
}
