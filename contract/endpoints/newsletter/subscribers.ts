import * as z from 'zod/mini'
import { endpoint, forAnyone } from '#contract/endpoints/endpoint.ts'
import { email, paging, redirection, time, token } from '#contract/endpoints/fields.ts'
import { forOwner } from '#contract/endpoints/for-staff.ts'
import { storyCategory } from '#contract/endpoints/magazine/story-category.ts'
import { followed, followedKey } from '#contract/endpoints/newsletter/follows.ts'
import { newsletterRhythms } from '#contract/newsletter/newsletter-choices.ts'

const subscription = z.object({ email })

const known = z.array(storyCategory('Please choose from the categories of the list'))

/** Checkboxes: none, one or several; duplicates are dropped. */
const categories = z.pipe(
  z.optional(z.union([z.string(), z.array(z.string())])),
  z.pipe(
    z.transform((ticked: string | string[] | undefined) => [...new Set([ticked ?? []].flat())]),
    known,
  ),
)

const withToken = { who: 'anyone', input: z.object({ token }), ...redirection } as const

/** What is not followed any more, or `all` of it. */
const unfollowing = z.object({ token, follow: z.union([z.literal('all'), followedKey]) })

export const newsletter = {
  /** The same response whether the address is known or not. */
  'POST /newsletter': forAnyone({
    input: subscription,
    status: 202,
    limited: 'form',
    form: { page: '/newsletter', done: '/newsletter?state=sent' },
  }),
  'GET /newsletter/confirm': endpoint({ ...withToken, limited: 'crowd' }),
  /** A page with one button: a scanner of links must not unsubscribe anybody. */
  'GET /newsletter/unsubscribe': endpoint(withToken),
  /** The one click of mail programs comes here, too (RFC 8058). */
  'POST /newsletter/unsubscribe': forAnyone({
    input: z.object({ token }),
    // Gmail and Yahoo send the clicks of all their users from a few addresses.
    limited: 'crowd',
    form: { page: '/newsletter?state=leaving&token={token}', done: '/newsletter?state=left' },
  }),
  /** As leaving, of what is followed: the rest of the newsletter still comes. */
  'GET /newsletter/unfollow': endpoint({ ...withToken, input: unfollowing }),
  'POST /newsletter/unfollow': forAnyone({
    input: unfollowing,
    limited: 'crowd',
    form: {
      page: '/newsletter?state=leaving&token={token}&follow={follow}',
      done: '/newsletter?state=unfollowed',
    },
  }),
  /** The link in every issue opens it. */
  'GET /newsletter/preferences': forAnyone({
    input: z.object({ token }),
    output: z.object({
      email: z.string(),
      rhythm: z.enum(newsletterRhythms),
      /** Categories of stories; none means all. */
      categories: z.array(z.string()),
      leaveToken: z.string(),
      follows: z.array(followed),
    }),
    isPrivate: true,
  }),
  'POST /newsletter/preferences': forAnyone({
    input: z.object({
      token,
      rhythm: z.enum(newsletterRhythms, 'Please choose how often'),
      categories,
    }),
    limited: 'form',
    form: {
      page: '/newsletter/preferences?token={token}',
      done: '/newsletter/preferences?token={token}&state=saved',
    },
  }),
  /** The newest stand first. */
  'GET /admin/newsletter': forOwner({
    input: z.object({
      /** `waiting` stands for those not confirmed yet. */
      status: z.optional(z.enum(['confirmed', 'waiting'], 'Status must be confirmed or waiting')),
      ...paging,
    }),
    output: z.array(
      z.object({ email: z.string(), confirmedAt: z.nullable(time), createdAt: time }),
    ),
  }),
  /**
   * What the record of consent says of an address, the newest first: that it is on the list, or was. Read by a body, so that
   * no log has the address.
   */
  'POST /admin/newsletter/consent': forOwner({
    input: z.object({ email }),
    output: z.array(
      z.object({
        askedAt: time,
        /** Null: never confirmed, so nothing was sent. */
        confirmedAt: z.nullable(time),
        /** Version of the text beside the field (contract/newsletter/newsletter-choices.ts); null: from before it was stored. */
        wording: z.nullable(z.int()),
        source: z.nullable(z.string()),
        /** Null for whoever is still subscribed. */
        withdrawnAt: z.nullable(time),
      }),
    ),
  }),
  /** CSV of confirmed subscribers: email, confirmedAt, unsubscribeUrl, and their consent (askedAt, wording, source). */
  'GET /admin/newsletter.csv': forOwner({ file: 'text/csv' }),
}
