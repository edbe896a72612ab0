import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoints/endpoint.ts'
import { count, id, named, revision } from '#contract/endpoints/fields.ts'
import { draftBytes, draftLength } from '#contract/form-limits.ts'
import { shop } from '#contract/roles.ts'
import { partNumber } from './reading.ts'

const chapterFields = {
  /** It stays with the chapter; one that was joined leaves a gap. */
  number: count,
  title: z.string(),
  isLeftOut: z.boolean(),
  /** Grows with each change of the chapter. */
  revision: z.int(),
}

const pdfText = z.object({
  /** Grows with each change of any of them. */
  revision: z.int(),
  /** As it is now. */
  isApproved: z.boolean(),
  chapters: z.array(z.object({ ...chapterFields, words: count })),
})

const pdfChapter = z.object({ ...chapterFields, text: z.string() })

const tooLong = `A chapter must be at most ${draftLength} characters`

/** Text is Markdown, as in stories, but for pictures. */
export const pdfChapterFields = z.object({
  title: named('Title', 1, 200),
  text: z.pipe(
    z.string('The text must be text').check(z.maxLength(draftLength, tooLong)),
    z.transform((text: string) => text.replace(/\r\n?/g, '\n').trim()),
  ),
})

const oneChapter = z.object({ id, number: partNumber })
/** The one that was seen. */
const seen = { revision: z.int('The revision is a whole number') }
const shared = { who: shop, missing: 'chapterNotFound' } as const

/** The text of a book's PDF: read once, corrected, and read by buyers once it is approved. */
export const pdfTexts = {
  'GET /admin/books/:id/pdf-text': endpoint({
    ...shared,
    input: z.object({ id }),
    output: pdfText,
  }),
  'GET /admin/books/:id/pdf-text/:number': endpoint({
    ...shared,
    input: oneChapter,
    output: pdfChapter,
  }),
  'PUT /admin/books/:id/pdf-text/:number': endpoint({
    ...shared,
    /** `revision` is that of the chapter; left out, it is overwritten. */
    input: z.extend(pdfChapterFields, { id, number: partNumber, revision }),
    output: pdfChapter,
    bodyBytes: draftBytes,
  }),
  /** Leaves it out, or takes it back. */
  'PATCH /admin/books/:id/pdf-text/:number': endpoint({
    ...shared,
    input: z.extend(oneChapter, {
      isLeftOut: z.boolean('Say whether the chapter is left out: true or false'),
    }),
    output: pdfText,
  }),
  /** With the chapter before it that is not left out. */
  'POST /admin/books/:id/pdf-text/:number/join': endpoint({
    ...shared,
    input: z.extend(oneChapter, seen),
    output: pdfText,
  }),
  'POST /admin/books/:id/pdf-text/approve': endpoint({
    ...shared,
    input: z.object({ id, ...seen }),
    output: pdfText,
  }),
}
