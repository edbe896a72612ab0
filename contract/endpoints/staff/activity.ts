import * as z from 'zod/mini'
import { id, paging, time } from '#contract/endpoints/fields.ts'
import { forStaff } from '#contract/endpoints/for-staff.ts'
import { type ActivityAction, activityLabels } from '#contract/kinds/kinds.ts'

const actions = Object.keys(activityLabels) as ActivityAction[]

export const activity = {
  /** Newest first. Everybody but the owner sees what they did themselves and could undo, for a day. */
  'GET /admin/activity': forStaff({
    input: z.object(paging),
    output: z.array(
      z.object({
        id: z.int(),
        at: time,
        /** The name of one of the staff, the owner's username; null for rejected sign-ins. */
        who: z.nullable(z.string()),
        action: z.enum(actions),
        subjectId: z.nullable(z.string()),
        /** The title at the time. */
        subject: z.nullable(z.string()),
        note: z.nullable(z.string()),
        /** How many rejected sign-ins a row stands for (one row a day, at the time of the last); else 1. */
        count: z.int(),
        /** What can still be undone, and for how many seconds. */
        undo: z.nullable(z.object({ id, seconds: z.int() })),
      }),
    ),
  }),
  /** Takes an action back; its id is in the action's response header `Undo`. A repeat changes nothing. */
  'POST /admin/undo/:id': forStaff({
    input: z.object({ id }),
    output: z.object({ status: z.literal('undone') }),
    missing: 'undoNotFound',
  }),
}
