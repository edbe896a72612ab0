import * as z from 'zod/mini'
import { activityActions } from '../activity.ts'
import { endpoint } from './endpoint.ts'
import { paging, time } from './fields.ts'

export const activity = {
  /** What was done in the admin, the newest first. */
  'GET /admin/activity': endpoint({
    who: 'publisher',
    input: z.object(paging),
    output: z.array(
      z.object({
        id: z.int(),
        at: time,
        /** The publisher's username; null for a sign-in that was refused. */
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
