import * as z from 'zod/mini'
import { activityActions } from '#contract/activity.ts'
import { endpoint } from '#contract/endpoints/endpoint.ts'
import { paging, time } from '#contract/endpoints/fields.ts'
import { owner } from '#contract/roles.ts'

export const activity = {
  /** Newest first. */
  'GET /admin/activity': endpoint({
    who: owner,
    input: z.object(paging),
    output: z.array(
      z.object({
        id: z.int(),
        at: time,
        /** The name of one of the staff, the owner's username; null for rejected sign-ins. */
        who: z.nullable(z.string()),
        action: z.enum(activityActions),
        subjectId: z.nullable(z.string()),
        /** The title at the time. */
        subject: z.nullable(z.string()),
        note: z.nullable(z.string()),
        /** How many rejected sign-ins a row stands for (one row a day, at the time of the last); else 1. */
        count: z.int(),
      }),
    ),
    paged: true,
  }),
}
