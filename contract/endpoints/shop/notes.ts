import * as z from 'zod/mini'
import { forAnyone, forReader } from '#contract/endpoints/endpoint.ts'
import { id } from '#contract/endpoints/fields.ts'
import { noteLimits } from '#contract/shop/notes.ts'
import { whole } from './reading.ts'

const text = (most: number, message: string) => z.string(message).check(z.maxLength(most, message))
const tooMany = `Send at most ${noteLimits.batch} at a time`
/** As many of the longest, of which a character takes three bytes. */
const bodyBytes = 384 * 1024
const side = text(noteLimits.side, `Each side of a quote has at most ${noteLimits.side} characters`)

/** Words of a text, and what stands on both sides. */
const quoted = z.object({
  quote: text(noteLimits.quote, `A quote has at most ${noteLimits.quote} characters`),
  before: side,
  after: side,
})

/** What a reader marked, and wrote beside it. */
const note = z.object({
  /** The device makes it. */
  id: z.uuid('Each note needs a uuid of its own'),
  bookId: z.uuid('A note names its book by uuid'),
  editionId: z.uuid('A note names its edition by uuid'),
  number: whole('The part is a whole number from 1', 1),
  /** Where the quote begins: in which block, and after how many of its characters. */
  block: whole('The block is a whole number from 0', 0),
  start: whole('The start is a whole number from 0', 0),
  ...quoted.def.shape,
  chapter: text(1000, 'The title of a chapter has at most 1000 characters'),
  words: text(noteLimits.words, `A note has at most ${noteLimits.words} characters`),
  /** When it was last changed, in milliseconds since 1970. */
  at: z.int('The moment is in milliseconds').check(z.minimum(1)),
  /** It says nothing any more. */
  isDeleted: z.boolean(),
})

export const notes = {
  /** Takes the notes that a device has changed, the later change of each; answers with what is new since it last asked. */
  'PUT /account/notes': forReader({
    beforeGuardian: true,
    input: z.object({
      notes: z.array(note).check(z.maxLength(noteLimits.batch, tooMany)),
      /** The `until` of the last answer. */
      since: z._default(z.int().check(z.minimum(0)), 0),
    }),
    output: z.object({
      notes: z.array(note),
      until: z.number(),
      /** There is more: ask again. */
      isMore: z.boolean(),
      /** These are all from the first on: what the device knew may be gone. */
      isWhole: z.boolean(),
    }),
    bodyBytes,
  }),
  /** As Markdown, to take along. */
  'GET /account/notes': forReader({
    input: z.object({ book: z.optional(id) }),
    file: 'text/markdown',
  }),
  /** In which part of the text of now each stands with both sides; null: in none. */
  'POST /books/:id/read/quotes': forAnyone({
    input: z.object({ id, quotes: z.array(quoted).check(z.maxLength(noteLimits.batch, tooMany)) }),
    output: z.array(z.nullable(z.number())),
    limited: 'crowd',
    isPrivate: true,
    bodyBytes,
    missing: 'bookNotFound',
  }),
}
