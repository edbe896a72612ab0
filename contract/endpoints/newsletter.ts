import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { email, paging, time, token } from './fields.ts'

export const subscription = z.object({ email })

const done = z.object({ status: z.literal('ok') })
const redirect = { output: z.object({ to: z.string() }), redirect: true } as const
const withToken = { who: 'anyone', input: z.object({ token }), ...redirect } as const

export const newsletter = {
  /** The same response whether the address is known or not. */
  'POST /newsletter': endpoint({
    who: 'anyone',
    input: subscription,
    output: done,
    status: 202,
    limited: 'form',
    form: { page: '/newsletter', done: '/newsletter?state=sent' },
  }),
  'GET /newsletter/confirm': endpoint(withToken),
  /** A page with one button: a scanner of links must not unsubscribe anybody. */
  'GET /newsletter/unsubscribe': endpoint(withToken),
  /** Also the one click of mail programs (RFC 8058). */
  'POST /newsletter/unsubscribe': endpoint({
    who: 'anyone',
    input: z.object({ token }),
    output: done,
    form: { page: '/newsletter?state=leaving&token={token}', done: '/newsletter?state=left' },
  }),
  /** Newest first. */
  'GET /admin/newsletter': endpoint({
    who: 'publisher',
    input: z.object({
      /** `waiting`: not confirmed yet. */
      status: z.optional(z.enum(['confirmed', 'waiting'], 'Status must be confirmed or waiting')),
      ...paging,
    }),
    output: z.array(
      z.object({ email: z.string(), confirmedAt: z.nullable(time), createdAt: time }),
    ),
    paged: true,
  }),
  /** Confirmed ones: email, confirmedAt, unsubscribeUrl. */
  'GET /admin/newsletter.csv': endpoint({
    who: 'publisher',
    input: z.object({}),
    output: z.unknown(),
    file: 'text/csv',
  }),
}
