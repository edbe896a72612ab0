import * as z from 'zod/mini'
import { endpoint, publicRead } from '#contract/endpoints/endpoint.ts'
import { between, count, id, oneOf, optionalEmail, time } from '#contract/endpoints/fields.ts'
import { openReview } from '#contract/endpoints/shop/review-fields.ts'
import { readersReasons, reportLength } from '#contract/magazine/reports.ts'

const long = `Please write at most ${reportLength} characters`

export const reportWords = z._default(between(0, reportLength, long, long), '')

const reportFields = {
  reason: oneOf(readersReasons, 'Please choose what is wrong'),
  words: reportWords,
  /** Whoever wants an answer leaves one. */
  email: optionalEmail,
}

const reporting = {
  who: 'anyone',
  output: z.object({ status: z.literal('received'), decideBy: time }),
  status: 201,
  limited: 'elsewhere',
} as const

export const reports = {
  /** Of authorities, by year, the newest first: how many came, and what followed. */
  'GET /notices': endpoint({
    ...publicRead,
    output: z.array(z.object({ year: z.int(), notices: count, corrected: count, removed: count })),
  }),
  /** One that is shown. */
  'GET /reviews/:id': endpoint({
    ...publicRead,
    input: z.object({ id }),
    output: z.extend(openReview, { bookId: id, bookTitle: z.string() }),
    missing: 'reportedReviewNotFound',
  }),
  'POST /stories/:id/reports': endpoint({
    ...reporting,
    input: z.object({ id, ...reportFields }),
    missing: 'storyNotFound',
    form: { page: '/story/{id}/report', done: '/story/{id}/report?sent=1' },
  }),
  'POST /reviews/:id/reports': endpoint({
    ...reporting,
    input: z.object({ id, ...reportFields }),
    missing: 'reportedReviewNotFound',
    form: { page: '/review/{id}/report', done: '/review/{id}/report?sent=1' },
  }),
  'POST /authors/:slug/reports': endpoint({
    ...reporting,
    input: z.object({ slug: z.string(), ...reportFields }),
    missing: 'authorNotFound',
    form: { page: '/author/{slug}/report', done: '/author/{slug}/report?sent=1' },
  }),
}
