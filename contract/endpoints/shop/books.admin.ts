import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoints/endpoint.ts'
import {
  chosenFile,
  count,
  id,
  named,
  numeric,
  paging,
  revision,
  searched,
  time,
  typedSlug,
  webAddress,
} from '#contract/endpoints/fields.ts'
import { forShop } from '#contract/endpoints/for-staff.ts'
import { bookCategory } from '#contract/endpoints/magazine/story-category.ts'
import { bookLengths, bundleParts, highestPrice, pdf, upload } from '#contract/form-limits.ts'
import { shop } from '#contract/roles.ts'
import { type TextFaultName, textFaults } from '#contract/shop/book-text.ts'
import { bookGroups, stampProblems } from '#contract/states.ts'
import { book, bookSummary } from './books.ts'
import { bookPicture, chapterCounts, partNumber } from './reading.ts'

const textFaultNames = Object.keys(textFaults) as [TextFaultName]

const adminFields = {
  /** Grows with each change of the form's fields. */
  revision: z.int(),
  /** Null while there is none. */
  pdf: z.nullable(z.object({ pages: z.int(), bytes: count, uploadedAt: time })),
  epub: z.nullable(z.object({ bytes: count, uploadedAt: time })),
}

/** Drafts are books too. */
export const adminBook = z.extend(book, {
  ...adminFields,
  /** The first time. */
  publishedAt: z.nullable(time),
  /** The parts of a bundle, in its order. */
  parts: z.array(
    z.object({
      id,
      title: z.string(),
      /** `withdrawn`: not published, or deleted. */
      state: z.enum(['open', 'noPdfYet', 'withdrawn']),
    }),
  ),
  /** Whether each PDF carries its buyer's name and order; that of a free book never does. */
  isStamped: z.boolean(),
  /** Why the present PDF cannot; null where it can, or where nobody has tried. */
  stampProblem: z.nullable(z.enum(stampProblems)),
  /** Whether buyers read it on the site, once there is a text. */
  isReadable: z.boolean(),
  /** What is read there of its EPUB, or without one of its PDF; null without either. */
  text: z.nullable(
    z.object({
      isOfPdf: z.boolean(),
      /** `waiting`: that of a PDF, until somebody approves it. */
      state: z.enum(['making', 'waiting', 'ready', 'refused']),
      /** Whether readers get it, or what was there before, once the book is readable. */
      isThere: z.boolean(),
      words: count,
      pictures: count,
      /** How many of each kind are not shown. */
      dropped: z.record(z.string(), count),
      /** Why it cannot be read there, and the file in the EPUB. */
      fault: z.nullable(z.enum(textFaultNames)),
      faultPlace: z.nullable(z.string()),
      chapters: z.array(z.object({ number: count, title: z.string(), words: count })),
    }),
  ),
})

const { title, name, text, content } = bookLengths
const partsMessage = `A bundle has from ${bundleParts.min} to ${bundleParts.max} parts`
const price = 'Price must be a positive number'

/** The parts of a bundle, in their order; none: a plain book. */
export const partIds = z.array(id, partsMessage).check(
  z.maxLength(bundleParts.max, partsMessage),
  z.refine((ids: string[]) => ids.length === 0 || ids.length >= bundleParts.min, partsMessage),
  z.refine((ids: string[]) => new Set(ids).size === ids.length, 'Each book can be a part once'),
)

/** The fields have the messages of specification 5.12. */
export const bookFields = z.object({
  title: named('Title', 3, title),
  authorName: named('Author name', 2, name),
  category: bookCategory('Please select a category'),
  /** Naira, at most two decimals. */
  price: z.pipe(
    numeric(price),
    z
      .number(price)
      .check(
        z.minimum(0, price),
        z.maximum(highestPrice, 'Please choose a lower price'),
        z.multipleOf(0.01, 'Price may have two decimals at most'),
      ),
  ),
  coverImageUrl: webAddress,
  description: named('Description', 20, text),
  /** The sample; empty means none. */
  content: z.pipe(
    z.optional(
      z.nullable(
        z
          .string('The content preview must be text')
          .check(
            z.trim(),
            z.maxLength(content, `The content preview must be at most ${content} characters`),
          ),
      ),
    ),
    z.transform((typed: string | null | undefined) => typed || null),
  ),
  /** Left out, they stay as they are. */
  parts: z.optional(partIds),
})

/** With the words of its address; without them they are made from the title. Once it was public, they stay. */
export const typedBook = z.extend(bookFields, { slug: typedSlug })

const oneBook = { who: shop, input: z.object({ id }), missing: 'bookNotFound' } as const
const withFile = z.object({ id, file: chosenFile })

export const adminBooks = {
  /** Lists books by group, the newest first. */
  'GET /admin/books': forShop({
    input: z.object({
      search: searched('Search'),
      status: z.optional(z.enum(bookGroups, `Status must be one of ${bookGroups.join(', ')}`)),
      ...paging,
    }),
    output: z.array(
      z.extend(bookSummary, {
        ...adminFields,
        group: z.enum(bookGroups),
        /** Parts of a bundle that are not published or deleted, and those without a PDF. */
        partsWithdrawn: count,
        partsWithoutPdf: count,
      }),
    ),
  }),
  'GET /admin/book-counts': forShop({
    output: z.record(z.enum(['all', ...bookGroups]), count),
  }),
  'POST /admin/books': forShop({
    input: typedBook,
    output: adminBook,
    status: 201,
    once: true,
  }),
  'GET /admin/books/:id': endpoint({ ...oneBook, output: adminBook }),
  'PUT /admin/books/:id': endpoint({
    ...oneBook,
    /** `revision` is the one that the form was loaded from. */
    input: z.extend(typedBook, { id, revision }),
    output: adminBook,
  }),
  'DELETE /admin/books/:id': endpoint({
    ...oneBook,
    output: z.object({ status: z.literal('deleted') }),
  }),
  'PATCH /admin/books/:id/publish': endpoint({
    ...oneBook,
    input: z.object({
      id,
      isPublished: z.boolean('Say whether the book is published: true or false'),
    }),
    output: adminBook,
  }),
  /** The file is the body, or multipart in the field `file`. */
  'PUT /admin/books/:id/file': endpoint({
    ...oneBook,
    input: withFile,
    output: adminBook,
    takes: { bytes: pdf.bytes, tooLarge: 'pdfTooLarge', isRaw: true },
  }),
  'GET /admin/books/:id/file': endpoint({ ...oneBook, file: 'application/pdf' }),
  'PATCH /admin/books/:id/stamp': endpoint({
    ...oneBook,
    input: z.object({
      id,
      isStamped: z.boolean('Say whether copies carry their buyer’s name: true or false'),
    }),
    output: adminBook,
  }),
  'PATCH /admin/books/:id/readable': endpoint({
    ...oneBook,
    input: z.object({
      id,
      isReadable: z.boolean('Say whether the book is read here: true or false'),
    }),
    output: adminBook,
  }),
  /** A part of its text as readers will have it. */
  'GET /admin/books/:id/text/:number': endpoint({
    ...oneBook,
    input: z.object({ id, number: partNumber }),
    output: z.object({ title: z.string(), doc: z.unknown(), pictures: z.array(bookPicture) }),
    missing: 'chapterNotFound',
  }),
  /** Of a book that is read here. */
  'GET /admin/books/:id/chapter-counts': endpoint({
    ...oneBook,
    output: chapterCounts.shape.chapters,
  }),
  /** It is sent like the PDF; buyers may download it instead. */
  'PUT /admin/books/:id/epub': endpoint({
    ...oneBook,
    input: withFile,
    output: adminBook,
    takes: { bytes: pdf.bytes, tooLarge: 'epubTooLarge', isRaw: true },
  }),
  'GET /admin/books/:id/epub': endpoint({ ...oneBook, file: 'application/epub+zip' }),
  'DELETE /admin/books/:id/epub': endpoint({ ...oneBook, output: adminBook }),
  /** JPG or PNG, as the body or multipart in the field `file`. */
  'PUT /admin/books/:id/cover': endpoint({
    ...oneBook,
    input: withFile,
    output: adminBook,
    takes: { bytes: upload.bytes, tooLarge: 'fileTooLarge', isRaw: true },
  }),
}
