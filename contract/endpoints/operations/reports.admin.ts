import * as z from 'zod/mini'
import { between, chosenFile, count, id, named, paging, time } from '#contract/endpoints/fields.ts'
import { forEditors } from '#contract/endpoints/for-staff.ts'
import { noteLength, upload } from '#contract/form-limits.ts'
import { reportedKinds, reportReasons, reportStates } from '#contract/magazine/reports.ts'
import { reportWords } from './reports.ts'

export const noPage =
  'Please paste the address of a story, a review or an author page that readers see'

const adminReport = z.object({
  id,
  kind: z.enum(reportedKinds),
  subjectId: id,
  /** What it was called when it was reported, and its path. */
  title: z.string(),
  address: z.string(),
  /** Readers can see it. */
  isPublic: z.boolean(),
  reason: z.enum(reportReasons),
  count,
  /** Of a review, with who wrote it. */
  text: z.nullable(z.string()),
  /** What the last of those who reported it wrote. */
  words: z.array(z.string()),
  /** Of authorities; `hasPaper` until it is deleted. */
  notices: z.array(z.object({ id, authority: z.string(), hasPaper: z.boolean() })),
  /** Those who get the decision by mail. */
  answersWanted: count,
  status: z.enum(reportStates),
  message: z.nullable(z.string()),
  createdAt: time,
  decideBy: time,
  decidedAt: z.nullable(time),
})

export const adminReports = {
  /** Lists open ones first: children and private details, then by waiting time; others newest first. */
  'GET /admin/reports': forEditors({
    input: z.object({
      status: z.optional(z.enum(reportStates, `Status must be one of ${reportStates.join(', ')}`)),
      ...paging,
    }),
    output: z.array(adminReport),
  }),
  'GET /admin/report-counts': forEditors({
    output: z.record(z.enum(['all', ...reportStates]), count),
  }),
  /** Notes down a notice that an authority has sent about a page. */
  'POST /admin/notices': forEditors({
    input: z.object({
      address: between(1, 500, noPage, noPage),
      authority: named('The authority', 2, 200),
      words: reportWords,
      file: chosenFile,
    }),
    output: adminReport,
    status: 201,
    takes: { bytes: upload.bytes, tooLarge: 'fileTooLarge' },
  }),
  'GET /admin/notices/:id/paper': forEditors({
    input: z.object({ id }),
    file: 'application/octet-stream',
    missing: 'reportNotFound',
  }),
  'PATCH /admin/reports/:id': forEditors({
    input: z.object({
      id,
      status: z.enum(['kept', 'corrected', 'removed'], 'Status must be kept, corrected or removed'),
      /** It is mailed to those who reported it. */
      message: named('The reason', 3, noteLength),
    }),
    output: adminReport,
    missing: 'reportNotFound',
  }),
}
