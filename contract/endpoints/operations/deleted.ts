import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoints/endpoint.ts'
import { id, paging, searched, time } from '#contract/endpoints/fields.ts'
import { forStaff } from '#contract/endpoints/for-staff.ts'
import { type DeletedKind, deletedKinds } from '#contract/kinds/kinds.ts'
import { staff } from '#contract/roles.ts'

const names = Object.keys(deletedKinds) as DeletedKind[]

const one = {
  who: staff,
  input: z.object({ kind: z.enum(names), id }),
  missing: 'deletedNotFound',
} as const

export const deleted = {
  /** What staff have deleted and a role may bring back, the latest first. */
  'GET /admin/deleted': forStaff({
    input: z.object({
      search: searched('Search'),
      ...paging,
    }),
    output: z.array(
      z.object({
        kind: z.enum(names),
        id,
        title: z.string(),
        deletedAt: time,
        deletedBy: z.nullable(z.string()),
        erasedAt: time,
        /** A book that somebody has ordered: its buyers keep it in any case. */
        isSold: z.boolean(),
      }),
    ),
  }),
  /** It comes back unpublished, as a draft. */
  'POST /admin/deleted/:kind/:id/restore': endpoint({
    ...one,
    output: z.object({ status: z.literal('restored') }),
  }),
  /** Deletes it for ever, with its files. */
  'DELETE /admin/deleted/:kind/:id': endpoint({
    ...one,
    output: z.object({ status: z.literal('erased') }),
  }),
}
