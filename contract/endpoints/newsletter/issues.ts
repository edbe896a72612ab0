import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoints/endpoint.ts'
import {
  count,
  email,
  id,
  paging,
  searched,
  signedWebhook,
  time,
} from '#contract/endpoints/fields.ts'
import { forEditors, forOwner } from '#contract/endpoints/for-staff.ts'
import { issueGroups, issueStates, suppressionReasons } from '#contract/states.ts'

const progress = z.object({
  id,
  kind: z.enum(['letter', 'digest']),
  state: z.enum(issueStates),
  subject: z.string(),
  revision: z.int(),
  createdBy: z.string(),
  createdAt: time,
  sendAt: z.nullable(time),
  /** The service was off at this scheduled time: the staff decide whether to send it. */
  isOverdue: z.boolean(),
  /** The seconds to recall it, by the server's clock, in the last minute before it is sent. */
  secondsLeft: z.nullable(z.int()),
  startedAt: z.nullable(time),
  finishedAt: z.nullable(time),
  whyPaused: z.nullable(z.string()),
  /** Why sending is paused; it resumes by itself. */
  trouble: z.nullable(z.string()),
  recipients: count,
  /** No mail server was set: what counts as sent is kept as files, and reached nobody. */
  wasKept: z.boolean(),
  /** Recipients not mailed yet, or left out of a stopped issue. */
  waiting: count,
  handingOver: count,
  /** Includes what bounced later. */
  sent: count,
  refused: count,
  suppressed: count,
  uncertain: count,
  /** Uncertain recipients that nobody has resolved. */
  undecided: count,
  bounced: count,
  complained: count,
  leftNewsletter: count,
})

const oneProgress = z.extend(progress, {
  /** All issues together send so many. */
  perMinute: z.int(),
  /** Recipients it would have now, before it is sent. */
  audience: count,
  /** Waiting recipients whose server deferred the mail, and the time of the first retry. */
  deferred: count,
  nextTryAt: z.nullable(time),
  /** Reasons of rejected recipients, the most frequent first. */
  refusals: z.array(z.object({ reason: z.string(), count })),
})

const one = { input: z.object({ id }), output: oneProgress, missing: 'issueNotFound' } as const
const sendAt = z.iso.datetime({ offset: true, error: 'Please choose a day and a time' })
const seen = z.int('The revision is a whole number')

const record = z.object({
  /** Null where there is none. */
  found: z.nullable(z.string()),
  state: z.enum(['right', 'missing', 'wrong', 'unknown']),
  name: z.string(),
  wanted: z.nullable(z.string()),
  /** The fault, or why the check failed. */
  note: z.nullable(z.string()),
})

export const issues = {
  /** Lists issues by group; the next scheduled first, others newest first. */
  'GET /admin/letters': forEditors({
    input: z.object({
      status: z.optional(z.enum(issueGroups, `Status must be one of ${issueGroups.join(', ')}`)),
      search: searched('Search'),
      ...paging,
    }),
    output: z.array(z.extend(progress, { group: z.enum(issueGroups) })),
  }),
  'GET /admin/letter-counts': forEditors({
    output: z.record(z.enum(['all', ...issueGroups]), count),
  }),
  'GET /admin/letters/:id/progress': forEditors({ ...one }),
  /** Starts sending in a minute; `unschedule` recalls it until then. */
  'POST /admin/letters/:id/send': forOwner({
    ...one,
    input: z.object({ id, revision: seen }),
  }),
  'POST /admin/letters/:id/schedule': forOwner({
    ...one,
    input: z.object({ id, revision: seen, sendAt }),
  }),
  /** Cancels the schedule, or recalls what was to be sent in a minute: the issue is a draft again. */
  'POST /admin/letters/:id/unschedule': forEditors({ ...one }),
  /** Harmless, so editors may do it too. */
  'POST /admin/letters/:id/pause': forEditors({ ...one }),
  'POST /admin/letters/:id/resume': forOwner({ ...one }),
  'POST /admin/letters/:id/stop': forOwner({ ...one }),
  'POST /admin/letters/:id/uncertain': forOwner({
    ...one,
    input: z.object({
      id,
      decision: z.enum(['sendAgain', 'leave'], 'The decision is sendAgain or leave'),
    }),
  }),
  /** Addresses not resolved yet. Null: unsubscribed meanwhile. */
  'GET /admin/letters/:id/uncertain': forOwner({
    input: z.object({ id, ...paging }),
    output: z.array(z.object({ email: z.nullable(z.string()), reason: z.nullable(z.string()) })),
    missing: 'issueNotFound',
  }),
  'GET /admin/letters/domain': forEditors({
    output: z.object({
      /** Null: mails go to the outbox folder, and none leaves the machine. */
      domain: z.nullable(z.string()),
      from: z.nullable(z.string()),
      /** Whose mail server it is, where that is known. */
      provider: z.nullable(z.string()),
      isSigning: z.boolean(),
      spf: record,
      dkim: record,
      dmarc: record,
      reports: z.array(z.enum(['ses', 'postmark'])),
    }),
  }),
  /** The newest stand first. */
  'GET /admin/suppressions': forOwner({
    input: z.object(paging),
    output: z.array(
      z.object({
        email: z.string(),
        reason: z.enum(suppressionReasons),
        detail: z.nullable(z.string()),
        since: time,
      }),
    ),
  }),
  /** Removes the suppression: a subscriber gets issues again. */
  'POST /admin/suppressions/lift': forOwner({
    input: z.object({ email }),
    output: z.object({ status: z.literal('lifted') }),
  }),
  /** It comes from Amazon SNS, signed within the body. */
  'POST /webhooks/ses': endpoint({
    ...signedWebhook,
    signed: 'x-amz-sns-message-type',
    bodyBytes: 256 * 1024,
  }),
  'POST /webhooks/postmark': endpoint({
    ...signedWebhook,
    signed: 'authorization',
    bodyBytes: 256 * 1024,
  }),
}
