import * as z from 'zod/mini'
import { endpoint, publicRead } from '#contract/endpoints/endpoint.ts'
import { count, id, paging, time } from '#contract/endpoints/fields.ts'
import { forEditors } from '#contract/endpoints/for-staff.ts'
import { isWeek } from '#contract/pages/week-editions.ts'
import { editors } from '#contract/roles.ts'
import { weekEditionStates } from '#contract/states.ts'

const week = z.string().check(z.refine(isWeek, 'There is no such week'))

/** The bytes are 0 while the files are made anew. */
const edition = z.object({
  week,
  stories: count,
  htmlBytes: count,
  pdfBytes: count,
  publishedAt: time,
})

const adminEdition = z.extend(edition, {
  id,
  state: z.enum(weekEditionStates),
  publishedAt: z.nullable(time),
  madeAt: time,
})

const one = { who: 'anyone', input: z.object({ week }), missing: 'editionNotFound' } as const
const format = z.enum(['html', 'pdf'])
const aFile = { missing: 'editionNotFound', file: 'text/html' } as const

export const weekEditions = {
  /** All that are out, newest first. */
  'GET /editions': endpoint({ ...publicRead, output: z.array(edition) }),
  'GET /editions/:week': endpoint({
    ...one,
    ...publicRead,
    output: z.extend(edition, {
      contents: z.array(z.object({ id, place: count, title: z.string(), authorName: z.string() })),
      /** What left since, by its number in the files; without its title where its author did not want it here any more. */
      takenDown: z.array(z.object({ place: count, at: time, title: z.nullable(z.string()) })),
    }),
  }),
  /** Of one that was withdrawn, for its page. */
  'GET /editions/:week/gone': endpoint({ ...one, ...publicRead, output: z.object({ at: time }) }),
  'GET /editions/:week/stories.:format': endpoint({
    ...aFile,
    who: 'anyone',
    input: z.object({ week, format, download: z.optional(z.string()) }),
    maxAge: 'none',
  }),
}

export const adminWeekEditions = {
  /** Newest first. */
  'GET /admin/editions': forEditors({
    input: z.object(paging),
    output: z.array(adminEdition),
  }),
  /** Makes the edition of a week, or one that is not out anew. */
  'POST /admin/editions': forEditors({
    input: z.object({ week }),
    /** With how many stories stay out because no guardian has agreed that files travel. */
    output: z.extend(adminEdition, { leftOut: count }),
    status: 201,
  }),
  'PATCH /admin/editions/:id/state': forEditors({
    input: z.object({ id, state: z.enum(['published', 'withdrawn']) }),
    output: adminEdition,
    missing: 'editionNotFound',
  }),
  'GET /admin/editions/:id/stories.:format': endpoint({
    ...aFile,
    who: editors,
    input: z.object({ id, format }),
  }),
}
