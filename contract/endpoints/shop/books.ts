import * as z from 'zod/mini'
import { endpoint, forAnyone, publicRead } from '#contract/endpoints/endpoint.ts'
import { count, id, ids, paging, searched, time } from '#contract/endpoints/fields.ts'
import { priceBuckets } from '#contract/magazine/price-buckets.ts'
import { saleStates } from '#contract/states.ts'
import { openReview } from './review-fields.ts'

/** A book without its sample (specification 5.1). */
export const bookSummary = z.object({
  id,
  /** The words of its address; null before the first publishing, unless somebody has chosen them. */
  slug: z.nullable(z.string()),
  title: z.string(),
  description: z.string(),
  authorId: z.string(),
  authorName: z.string(),
  /** Naira, at most two decimals. */
  price: z.number(),
  coverImageUrl: z.nullable(z.string()),
  category: z.string(),
  /** Mean of the buyers' ratings, 0 while there is none. */
  rating: z.number(),
  ratingsCount: count,
  isPublished: z.boolean(),
  /** How many parts a bundle has; 0 for a plain book. */
  partsCount: count,
  createdAt: time,
  updatedAt: time,
})

/** `content` is the sample. */
export const book = z.extend(bookSummary, { content: z.nullable(z.string()) })

export const wholeBook = z.extend(book, {
  sale: z.enum(saleStates),
  /** Null while there is none; of a bundle that of all parts. */
  pdfBytes: z.nullable(count),
  epubBytes: z.nullable(count),
  /** Whether it is read on the site, too. */
  isRead: z.boolean(),
  /** Buying it moves no money: payments are tests. */
  isTest: z.boolean(),
  /** Schools may pay it by invoice. */
  hasInvoices: z.boolean(),
  /** Whether `GET /books/:id/sample` has anything. */
  hasSample: z.boolean(),
  /** The parts of a bundle, in its order; `isOpen`: published. */
  parts: z.array(z.object({ id, title: z.string(), authorName: z.string(), isOpen: z.boolean() })),
  /** Naira that a bundle costs less than its books by themselves; else 0. */
  saves: z.number(),
  /** Published ones that it is part of. */
  bundles: z.array(z.object({ id, title: z.string() })),
  /** The newest shown ones; `GET /books/:id/reviews` has all. */
  reviews: z.array(openReview),
  reviewsCount: count,
})

const bookSample = z.extend(
  z.pick(bookSummary, {
    id: true,
    title: true,
    description: true,
    authorName: true,
    price: true,
    coverImageUrl: true,
    category: true,
  }),
  {
    sale: z.enum(saleStates),
    /** What the publisher wrote; null where there is none. */
    preview: z.nullable(z.string()),
    /** The first pages as text, a paragraph a line; null where the files have none. */
    opening: z.nullable(z.string()),
  },
)

/** The API and the address of the books page share them. */
const shelfFilters = {
  search: searched('Search'),
  category: searched('Category'),
  price: z.optional(z.enum(priceBuckets, `Price must be one of ${priceBuckets.join(', ')}`)),
}

const saving = {
  who: 'reader',
  beforeGuardian: true,
  input: z.object({ id }),
  output: z.object({ saved: z.boolean() }),
  missing: 'bookNotFound',
} as const

export const books = {
  'GET /books': endpoint({
    ...publicRead,
    input: z.object({ ...shelfFilters, ...paging }),
    output: z.array(bookSummary),
  }),
  /** Lists those that have published books, by name. */
  'GET /books/categories': endpoint({ ...publicRead, output: z.array(z.string()) }),
  /** Current ratings, which change after a page was rendered. */
  'GET /books/ratings': forAnyone({
    shared: true,
    cache: true,
    input: z.object({ ids: ids('books') }),
    output: z.array(z.pick(bookSummary, { id: true, rating: true, ratingsCount: true })),
  }),
  /** Books with a sample, newest first. */
  'GET /books/samples': endpoint({
    ...publicRead,
    input: z.object(paging),
    output: z.array(z.pick(bookSummary, { id: true, updatedAt: true })),
  }),
  'GET /books/:id/saved': endpoint(saving),
  'PUT /books/:id/saved': endpoint(saving),
  'DELETE /books/:id/saved': endpoint({ ...saving, form: { page: '/account', done: '/account' } }),
  'GET /books/:id': endpoint({
    ...publicRead,
    input: z.object({ id }),
    output: wholeBook,
    missing: 'bookNotFound',
  }),
  'GET /books/:id/sample': endpoint({
    ...publicRead,
    input: z.object({ id }),
    output: bookSample,
    missing: 'bookNotFound',
  }),
}
