import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoints/endpoint.ts'
import { count, email, id, paging, time } from '#contract/endpoints/fields.ts'
import { editors, owner } from '#contract/roles.ts'
import { issueStates, suppressionReasons } from '#contract/states.ts'

/** How far a letter has come. */
const progress = z.object({
  id,
  kind: z.enum(['letter', 'digest']),
  state: z.enum(issueStates),
  subject: z.string(),
  revision: z.int(),
  createdBy: z.string(),
  createdAt: time,
  sendAt: z.nullable(time),
  /** It was to be sent then, and the service was off: somebody decides. */
  isOverdue: z.boolean(),
  startedAt: z.nullable(time),
  finishedAt: z.nullable(time),
  whyPaused: z.nullable(z.string()),
  /** Why nothing leaves at present, although it goes on by itself. */
  trouble: z.nullable(z.string()),
  recipients: count,
  /** Not sent, also of a letter that was stopped. */
  waiting: count,
  handingOver: count,
  /** Includes what bounced later. */
  sent: count,
  refused: count,
  suppressed: count,
  uncertain: count,
  /** Of the uncertain, those about whom nobody has decided. */
  undecided: count,
  bounced: count,
  complained: count,
  /** Who left the newsletter after this letter. */
  leftNewsletter: count,
})

/** One letter, and what is known of it besides. */
const oneProgress = z.extend(progress, {
  /** Of all letters together. */
  perMinute: z.int(),
  /** Whom it is for at present, while it is not being sent. */
  audience: count,
  /** Of those who wait: whose server could not take the mail yet, and when the first of them is tried again. */
  deferred: count,
  nextTryAt: z.nullable(time),
  /** Why recipients were refused, the most frequent first. */
  refusals: z.array(z.object({ reason: z.string(), count })),
})

const one = { input: z.object({ id }), output: oneProgress, missing: 'issueNotFound' } as const
const sendAt = z.iso.datetime({ offset: true, error: 'Please choose a day and a time' })
const seen = z.int('The revision is a whole number')

const record = z.object({
  /** Null where there is none. */
  found: z.nullable(z.string()),
  state: z.enum(['right', 'missing', 'wrong', 'unknown']),
  /** The name at which the record stands. */
  name: z.string(),
  /** What to put there. */
  wanted: z.nullable(z.string()),
  /** What is wrong, or what could not be found out. */
  note: z.nullable(z.string()),
})

export const letters = {
  /** What is being written or sent first, then the newest. */
  'GET /admin/letters': endpoint({
    who: editors,
    input: z.object(paging),
    output: z.array(progress),
    paged: true,
  }),
  'GET /admin/letters/:id/progress': endpoint({ who: editors, ...one }),
  /** Now, to everybody whom it is for. */
  'POST /admin/letters/:id/send': endpoint({
    who: owner,
    ...one,
    input: z.object({ id, revision: seen }),
  }),
  'POST /admin/letters/:id/schedule': endpoint({
    who: owner,
    ...one,
    input: z.object({ id, revision: seen, sendAt }),
  }),
  /** A draft again. */
  'POST /admin/letters/:id/unschedule': endpoint({ who: editors, ...one }),
  /** Harms nobody, so editors may do it too. */
  'POST /admin/letters/:id/pause': endpoint({ who: editors, ...one }),
  'POST /admin/letters/:id/resume': endpoint({ who: owner, ...one }),
  /** For good. */
  'POST /admin/letters/:id/stop': endpoint({ who: owner, ...one }),
  /** About those of whom nobody knows whether the letter reached them. */
  'POST /admin/letters/:id/uncertain': endpoint({
    who: owner,
    ...one,
    input: z.object({
      id,
      decision: z.enum(['sendAgain', 'leave'], 'The decision is sendAgain or leave'),
    }),
  }),
  /** Those about whom nobody has decided. Null: they left the list meanwhile. */
  'GET /admin/letters/:id/uncertain': endpoint({
    who: owner,
    input: z.object({ id, ...paging }),
    output: z.array(z.object({ email: z.nullable(z.string()), reason: z.nullable(z.string()) })),
    paged: true,
    missing: 'issueNotFound',
  }),
  /** What the DNS says of the domain that mails come from. */
  'GET /admin/letters/domain': endpoint({
    who: editors,
    input: z.object({}),
    output: z.object({
      /** Null: mails go to the outbox folder, and none leaves the machine. */
      domain: z.nullable(z.string()),
      from: z.nullable(z.string()),
      isSigning: z.boolean(),
      spf: record,
      dkim: record,
      dmarc: record,
      /** Who tells of bounces. */
      reports: z.array(z.enum(['ses', 'postmark'])),
    }),
  }),
  /** Newest first. */
  'GET /admin/suppressions': endpoint({
    who: owner,
    input: z.object(paging),
    output: z.array(
      z.object({
        email: z.string(),
        reason: z.enum(suppressionReasons),
        detail: z.nullable(z.string()),
        since: time,
      }),
    ),
    paged: true,
  }),
  /** The address gets letters again, if it is on the list. */
  'POST /admin/suppressions/lift': endpoint({
    who: owner,
    input: z.object({ email }),
    output: z.object({ status: z.literal('lifted') }),
  }),
  /** From Amazon SNS; signed within the body. */
  'POST /webhooks/ses': endpoint({
    who: 'anyone',
    input: z.object({ body: z.instanceof(Uint8Array), signature: z.string() }),
    output: z.object({ status: z.literal('ok') }),
    // A provider may send what it signed as often as it has to.
    limited: 'elsewhere',
    signed: 'x-amz-sns-message-type',
    bodyBytes: 256 * 1024,
  }),
  'POST /webhooks/postmark': endpoint({
    who: 'anyone',
    input: z.object({ body: z.instanceof(Uint8Array), signature: z.string() }),
    output: z.object({ status: z.literal('ok') }),
    // A provider may send what it signed as often as it has to.
    limited: 'elsewhere',
    signed: 'authorization',
    bodyBytes: 256 * 1024,
  }),
}
