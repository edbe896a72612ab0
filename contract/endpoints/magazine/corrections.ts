import * as z from 'zod/mini'
import { endpoint, publicRead } from '#contract/endpoints/endpoint.ts'
import { id, note, paging, ticked, time } from '#contract/endpoints/fields.ts'
import { noteLength } from '#contract/form-limits.ts'

const text = (name: string) => note(`${name} must be at most ${noteLength} characters`)

/** What readers are told of a change to a published story. */
export const storyChange = {
  /** Without it, changed words count as an update. */
  change: z.optional(
    z.enum(['typo', 'update', 'correction'], 'A change is a typo, an update or a correction'),
  ),
  /** What was wrong. The others belong to a correction, too. */
  reason: text('The reason'),
  said: text('The old wording'),
  says: text('The new wording'),
  /** In place of both wordings. */
  description: text('The description'),
  isSerious: ticked('Say whether it is serious: true or false'),
}

/** Either both wordings or the description is there. */
export const correction = z.object({
  at: time,
  reason: z.string(),
  said: z.nullable(z.string()),
  says: z.nullable(z.string()),
  description: z.nullable(z.string()),
  /** It stands above the text, too. */
  isSerious: z.boolean(),
})

export const corrections = {
  /** Those of published stories, the newest first. */
  'GET /corrections': endpoint({
    ...publicRead,
    input: z.object(paging),
    output: z.array(z.extend(correction, { storyId: id, title: z.string() })),
  }),
}
