import * as z from 'zod/mini'
import { endpoint, forAnyone, forReader, publicRead } from '#contract/endpoints/endpoint.ts'
import { email, id, redirection, time } from '#contract/endpoints/fields.ts'
import { followedKinds, followPattern, mostFollows } from '#contract/newsletter/follows.ts'

export const followedKey = z.string().check(z.regex(followPattern, 'This cannot be followed'))

export const followed = z.object({
  key: z.string(),
  title: z.string(),
  path: z.string(),
  newest: z.nullable(z.object({ id, title: z.string(), at: time })),
})

/** As the address of its page names it: an author by their slug, a category by its address, a series by its id. */
const named = { kind: z.enum(followedKinds), name: z.string().check(z.maxLength(100)) }

const ofReader = { who: 'reader', input: z.object({ key: followedKey }) } as const

export const follows = {
  'GET /follows/:kind/:name': endpoint({
    ...publicRead,
    input: z.object(named),
    output: followed,
    missing: 'followedNotFound',
  }),
  /** For a device that keeps to itself whom it follows: what is no more is left out. */
  'GET /follows': endpoint({
    ...publicRead,
    input: z.object({
      of: z.pipe(
        z.string(),
        z.pipe(
          z.transform((text: string) => text.split(',')),
          z.array(followedKey).check(z.maxLength(mostFollows)),
        ),
      ),
    }),
    output: z.array(followed),
  }),
  /** Mails a link, and stores nothing before it is opened. The same response whether the address is known or not. */
  'POST /follows': forAnyone({
    input: z.object({ ...named, email }),
    status: 202,
    limited: 'form',
    missing: 'followedNotFound',
    form: { page: '/follow/{kind}/{name}', done: '/follow/{kind}/{name}?state=sent' },
  }),
  'GET /follows/confirm': forAnyone({
    input: z.object({ token: z.string().check(z.maxLength(1000)) }),
    ...redirection,
    limited: 'crowd',
  }),
  'GET /account/follows': forReader({ output: z.array(followed) }),
  /** `mailed`: the account's address is not proven yet, and got a link. */
  'PUT /account/follows': endpoint({
    ...ofReader,
    output: z.object({ status: z.enum(['following', 'mailed']) }),
    missing: 'followedNotFound',
  }),
  'DELETE /account/follows': endpoint({
    ...ofReader,
    form: { page: '/account', done: '/account?done=unfollowed' },
  }),
}
