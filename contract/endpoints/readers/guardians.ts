import * as z from 'zod/mini'
import { endpoint, forReader } from '#contract/endpoints/endpoint.ts'
import { between, email, id, oneOf, time, yesOrNo } from '#contract/endpoints/fields.ts'
import { emailLength, formMessages, storyLengths } from '#contract/form-limits.ts'
import { ageBands, publishingAwaits } from '#contract/magazine/age-bands.ts'
import { contentFormats } from '#contract/magazine/story-content.ts'

const answer = z.nullable(
  z.object({
    agrees: z.boolean(),
    givenBy: z.enum(['guardian', 'contributor']),
    givenAt: time,
    /** The text that they agreed to, by its number; null: they do not agree. */
    wording: z.nullable(z.int()),
  }),
)

const namedGuardian = z.object({
  guardianName: between(
    2,
    storyLengths.name,
    'Please enter the name of your parent or guardian',
    `Names have at most ${storyLengths.name} characters`,
  ),
  guardianEmail: email,
})

const proof = z.string().check(z.minLength(1), z.maxLength(emailLength))
const oneGuardian = { who: 'anyone', missing: 'guardianNotFound' } as const

export const guardians = {
  'GET /account/guardian': forReader({
    output: z.object({
      ageBand: z.nullable(z.enum(ageBands)),
      /** What is missing before a story of theirs may be published. */
      awaits: z.nullable(z.enum(publishingAwaits)),
      guardian: z.nullable(
        z.object({ name: z.string(), email: z.string(), namedAt: time, answer }),
      ),
    }),
  }),
  /** The age is set once; later only the publisher changes it. */
  'PUT /account/age': forReader({
    beforeGuardian: true,
    input: z.object({ ageBand: oneOf(ageBands, formMessages.ageBand) }),
    form: { page: '/account', done: '/account?done=age' },
  }),
  /** Mails the guardian. A new guardian has to agree before anything is published. */
  'PUT /account/guardian': forReader({
    beforeGuardian: true,
    input: namedGuardian,
    form: { page: '/account', done: '/account?done=guardian' },
  }),
  /** Withdraws the agreement, and takes every story of theirs off the site. */
  'DELETE /account/guardian': forReader({
    form: { page: '/account', done: '/account?done=agreement-withdrawn' },
  }),
  /** The link in the mail opens it. */
  'GET /guardians/:id': endpoint({
    ...oneGuardian,
    input: z.object({ id, proof }),
    output: z.object({
      guardianName: z.string(),
      contributorName: z.string(),
      ageBand: z.nullable(z.enum(ageBands)),
      answer,
      /** Stories that were sent in or published, newest first. */
      stories: z.array(
        z.object({
          id,
          title: z.string(),
          isPublished: z.boolean(),
          /** The text as the site would show it, with the name; null for a published one, which the site shows. */
          text: z.nullable(
            z.object({
              summary: z.string(),
              authorName: z.string(),
              imageUrl: z.nullable(z.string()),
              content: z.string(),
              contentFormat: z.enum(contentFormats),
            }),
          ),
        }),
      ),
    }),
    isPrivate: true,
  }),
  'POST /guardians/:id': endpoint({
    ...oneGuardian,
    input: z.object({ id, proof, agrees: yesOrNo('Please say whether you agree') }),
    output: z.object({ agrees: z.boolean() }),
    limited: 'form',
    form: { page: '/guardian/{id}?proof={proof}', done: '/guardian/{id}?proof={proof}' },
  }),
}
