import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoints/endpoint.ts'
import { id, note, numeric, time, yesOrNo } from '#contract/endpoints/fields.ts'
import { noteLength } from '#contract/form-limits.ts'

/** The published fields that an edit may change. */
const version = z.object({ title: z.string(), summary: z.string(), content: z.string() })

const ownEdit = { who: 'reader', missing: 'storyNotFound' } as const

export const edits = {
  /** An edit that the contributor was asked to look at. Texts are Markdown. */
  'GET /account/stories/:id/edit': endpoint({
    ...ownEdit,
    input: z.object({ id }),
    output: z.object({
      id,
      number: z.int(),
      state: z.enum(['asked', 'agreed', 'answered']),
      answer: z.nullable(z.string()),
      answeredAt: z.nullable(time),
      /** The contributor's own words. */
      before: version,
      after: version,
    }),
  }),
  /** Does not publish. `number` is the edit that the contributor was shown. */
  'POST /account/stories/:id/edit': endpoint({
    ...ownEdit,
    input: z.object({
      id,
      number: z.optional(numeric('The number of an edit is a whole number')),
      agrees: yesOrNo('Please say whether you agree'),
      answer: note(`Your answer must be at most ${noteLength} characters`),
    }),
    output: z.object({ state: z.enum(['agreed', 'answered']) }),
    form: { page: '/account/edit/{id}', done: '/account/edit/{id}?done={state}' },
  }),
}
