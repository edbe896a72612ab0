import * as z from 'zod/mini'
import { dayOf } from '#contract/dates.ts'
import { between, chosenFile, count, day, id, time } from '#contract/endpoints/fields.ts'
import { forOwner } from '#contract/endpoints/for-staff.ts'
import { importLimits } from '#contract/form-limits.ts'

/** Counted from 0; -1 is none, and what is not said is recognised by its header. */
const column = z.optional(
  z.coerce.number().check(z.int(), z.minimum(-1), z.maximum(importLimits.columns - 1)),
)
const chosen = { file: chosenFile, address: column, agreedOn: column, status: column }
const takes = { bytes: importLimits.bytes, tooLarge: 'csvTooLarge' } as const

const when = 'Please say on which day they agreed, not after today'
const where = 'Please say where they agreed, in 3 to 200 characters'
/** When and where they agreed. */
export const consent = {
  day: day(when).check(z.refine((said) => said <= dayOf(new Date()), when)),
  place: between(3, 200, where, where),
}

export const imports = {
  /** The first rows of a CSV, and which column is what. Nothing is stored. */
  'POST /admin/newsletter/imports/preview': forOwner({
    takes,
    input: z.object(chosen),
    output: z.object({
      columns: z.array(z.string()),
      address: z.int(),
      agreedOn: z.int(),
      status: z.int(),
      /** `agreedOn`: of the row itself; `reason`: why it is skipped. */
      first: z.array(
        z.object({
          row: count,
          address: z.string(),
          agreedOn: z.nullable(z.string()),
          reason: z.nullable(z.string()),
        }),
      ),
      rows: count,
      skipped: count,
    }),
  }),
  /** `file`: a CSV of the skipped rows, which is kept nowhere. Undocumented: each address is asked once to confirm. */
  'POST /admin/newsletter/imports': forOwner({
    takes,
    input: z.object({
      ...chosen,
      isDocumented: z.enum(['yes', 'no'], 'Please say whether they agreed'),
      day: z.optional(consent.day),
      place: z.optional(consent.place),
    }),
    output: z.object({
      added: count,
      skipped: z.array(z.object({ reason: z.string(), rows: count })),
      file: z.string(),
    }),
    status: 201,
  }),
  /** Those that can be undone, newest first, with how many have neither confirmed nor chosen anything by themselves. */
  'GET /admin/newsletter/imports': forOwner({
    output: z.array(z.object({ id, at: time, untouched: count })),
  }),
  'DELETE /admin/newsletter/imports/:id': forOwner({
    input: z.object({ id }),
  }),
}
