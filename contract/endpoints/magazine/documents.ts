import * as z from 'zod/mini'
import { id, time } from '#contract/endpoints/fields.ts'

// What stories and newsletter issues share in the editor.

export const number = z.int('A revision has a whole number')

export const revisionSummary = z.object({
  number,
  kind: z.enum(['saved', 'original', 'restored', 'aside']),
  savedAt: time,
  savedByName: z.string(),
  words: z.int(),
})

/** `base` is the revision that was edited, 0 for a new document; a retry has the same `saveId`. */
export const save = { id, base: z.int(), saveId: z.uuid() }

/** The body of the 409 for a save whose `base` is no longer the head. */
export const saveConflict = z.object({
  /** The revision that holds what was sent. */
  aside: number,
  head: z.object({ number, savedAt: time, savedByName: z.string() }),
  isSamePerson: z.boolean(),
})

export const oneRevision = z.object({ id, number: z.coerce.number().check(z.int()) })
