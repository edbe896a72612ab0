import * as z from 'zod/mini'
import { endpoint, publicRead } from '#contract/endpoints/endpoint.ts'
import { chosenFile, count, named, revision } from '#contract/endpoints/fields.ts'
import { forEditors } from '#contract/endpoints/for-staff.ts'
import { bookLengths, pdf, upload } from '#contract/form-limits.ts'
import { editors } from '#contract/roles.ts'

/** The last part of its address. */
const slug = z.string().check(z.regex(/^[a-z0-9-]{1,100}$/))

const publication = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  author: z.string(),
  category: z.string(),
  pages: count,
  pdfBytes: count,
  /** It is a folder of content/publications/, which holds its PDF, text and cover. */
  isFile: z.boolean(),
  /** Null: drawn, or that of the folder. */
  coverImageUrl: z.nullable(z.string()),
  /** Whether there is more to read than the PDF. */
  hasText: z.boolean(),
})

export const publicationStates = ['draft', 'published', 'retired'] as const

const adminPublication = z.extend(publication, {
  state: z.enum(publicationStates),
  /** Somebody has corrected its text, which another PDF leaves alone. */
  isCorrected: z.boolean(),
  /** The text as Markdown; empty for a folder's. */
  content: z.string(),
  /** Grows with each change of the form's fields. */
  revision: z.int(),
})

const { title, name, text } = bookLengths
const longestText = 300_000
const tooLong = `The text must be at most ${longestText} characters`

/** The words of its card. */
export const publicationFields = z.object({
  title: named('Title', 3, title),
  description: named('Sentence', 10, text),
  author: named('Author', 2, name),
  category: named('Category', 2, name),
})

const one = { who: editors, input: z.object({ id: slug }), missing: 'publicationNotFound' } as const
const withFile = z.object({ id: slug, file: chosenFile })

export const publications = {
  /** All that readers may see, in their order. */
  'GET /publications': endpoint({ ...publicRead, output: z.array(publication) }),
  'GET /publications/:id': endpoint({
    ...publicRead,
    input: z.object({ id: slug }),
    output: z.extend(publication, { content: z.string() }),
    missing: 'publicationNotFound',
  }),
}

export const adminPublications = {
  /** All that are not deleted, in the order of the site. */
  'GET /admin/publications': forEditors({
    output: z.array(z.omit(adminPublication, { content: true })),
  }),
  /** A draft, whose PDF comes next; its address is made from the title. */
  'POST /admin/publications': forEditors({
    input: publicationFields,
    output: adminPublication,
    status: 201,
    once: true,
  }),
  'GET /admin/publications/:id': endpoint({ ...one, output: adminPublication }),
  'PUT /admin/publications/:id': endpoint({
    ...one,
    input: z.extend(publicationFields, {
      id: slug,
      revision,
      /** Left out, it stays. */
      content: z.optional(z.string(tooLong).check(z.maxLength(longestText, tooLong))),
    }),
    output: adminPublication,
    bodyBytes: 1024 * 1024,
  }),
  /** The file is the body, or multipart in the field `file`. Its text takes the place of one that nobody has corrected. */
  'PUT /admin/publications/:id/file': endpoint({
    ...one,
    input: withFile,
    output: adminPublication,
    takes: { bytes: pdf.bytes, tooLarge: 'pdfTooLarge', isRaw: true },
  }),
  /** The text is as it was read from the PDF. */
  'DELETE /admin/publications/:id/corrections': endpoint({ ...one, output: adminPublication }),
  'GET /admin/publications/:id/file': endpoint({ ...one, file: 'application/pdf' }),
  /** JPG or PNG, as the body or multipart in the field `file`. */
  'PUT /admin/publications/:id/cover': endpoint({
    ...one,
    input: withFile,
    output: adminPublication,
    takes: { bytes: upload.bytes, tooLarge: 'fileTooLarge', isRaw: true },
  }),
  /** The drawn one is back. */
  'DELETE /admin/publications/:id/cover': endpoint({ ...one, output: adminPublication }),
  'PATCH /admin/publications/:id/state': endpoint({
    ...one,
    input: z.object({ id: slug, state: z.enum(['published', 'retired']) }),
    output: adminPublication,
  }),
  /** One place up (-1) or down (1) in the list of all. */
  'PATCH /admin/publications/:id/move': endpoint({
    ...one,
    input: z.object({ id: slug, by: z.literal([-1, 1]) }),
    output: adminPublication,
  }),
  /** With its PDF; uploads only. */
  'DELETE /admin/publications/:id': endpoint({
    ...one,
    output: z.object({ status: z.literal('deleted') }),
  }),
}
