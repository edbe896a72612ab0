import * as z from 'zod/mini'
import { id, time } from '#contract/endpoints/fields.ts'

// What stories and newsletter issues share in the editor.

export const number = z.int('A revision has a whole number')

export const revisionSummary = z.object({
  number,
  kind: z.enum(['saved', 'original', 'restored', 'aside']),
  savedAt: time,
  savedByName: z.string(),
  /** Of the text. */
  words: z.int(),
})

/** `base` is the revision that was changed, 0 for what is new; a repeat of a save has the same `saveId`. */
export const save = { id, base: z.int(), saveId: z.uuid() }

/** In the body of the 409 that a save gets on top of which somebody else has saved. */
export const saveConflict = z.object({
  /** The revision that holds what was sent. */
  aside: number,
  head: z.object({ number, savedAt: time, savedByName: z.string() }),
  isSamePerson: z.boolean(),
})

export const oneRevision = z.object({ id, number: z.coerce.number().check(z.int()) })
