import * as z from 'zod/mini'
import { endpoint, forAnyone, forReader } from '#contract/endpoints/endpoint.ts'
import { count, id, numeric } from '#contract/endpoints/fields.ts'
import { accesses, chapterEvents, mostAsked, mostPlaces } from '#contract/shop/reading.ts'
import { orderKey, orderReference } from './order-fields.ts'

/** From 1, as pages are addressed. */
export const partNumber = z.pipe(
  numeric('No such chapter'),
  z.int().check(z.minimum(1), z.maximum(100_000)),
)

export const bookPicture = z.object({
  /** As documents name it. */
  number: count,
  url: z.string(),
  width: count,
  height: count,
})

const chapter = z.object({
  /** Of its first part. */
  number: count,
  title: z.string(),
  words: count,
  parts: count,
})

const readBook = z.object({
  id,
  /** Changes when its text does. */
  editionId: id,
  title: z.string(),
  authorName: z.string(),
  coverImageUrl: z.nullable(z.string()),
  category: z.string(),
  price: z.number(),
  words: count,
  /** As BCP 47 has it; empty where the book does not say. */
  language: z.string(),
  chapters: z.array(chapter),
})

const part = (message: string) => z.number(message).check(z.minimum(0), z.maximum(1))
export const whole = (message: string, from: number) =>
  z.int(message).check(z.minimum(from), z.maximum(1_000_000))

/** How far a device says that its reader is in a book. */
const place = z.object({
  bookId: z.uuid('A place names its book by uuid'),
  editionId: z.uuid('A place names its edition by uuid'),
  number: whole('The part is a whole number from 1', 1),
  block: whole('The block is a whole number from 0', 0),
  within: part('How much of the block is above is from 0 to 1'),
  fraction: part('How much of the book is read is from 0 to 1'),
  /** Milliseconds since 1970. */
  at: z.int('The moment is in milliseconds').check(z.minimum(1)),
})

/** A book that is read here, and how far its reader is. */
export const readingOfBook = z.object({
  bookId: id,
  title: z.string(),
  authorName: z.string(),
  coverImageUrl: z.nullable(z.string()),
  category: z.string(),
  words: count,
  chapters: z.array(chapter),
  /** Null before they have begun. */
  place: z.nullable(z.object({ number: count, fraction: z.number() })),
})

/** How many have begun and finished each chapter of a book; null: fewer than `shownFrom`. */
export const chapterCounts = z.object({
  bookId: id,
  title: z.string(),
  chapters: z.array(
    z.object({ title: z.string(), started: z.nullable(count), finished: z.nullable(count) }),
  ),
})

/** Only for whoever may read it, or for a page that is sent to nobody else. */
const forReaders = { who: 'anyone', isPrivate: true, missing: 'bookNotFound' } as const

export const reading = {
  /** What opens the book to whoever asks, and where they are led instead. */
  'GET /books/:id/read-access': endpoint({
    ...forReaders,
    input: z.object({ id, number: z.optional(partNumber) }),
    output: z.object({ access: z.enum(accesses), to: z.nullable(z.string()) }),
  }),
  'GET /books/:id/read': endpoint({
    ...forReaders,
    input: z.object({ id }),
    output: z.extend(readBook, {
      /** Of all pages as they are sent, and of its pictures as a kept book has them: about, in bytes. */
      sizes: z.object({ text: count, pictures: count, shown: count }),
    }),
  }),
  'GET /books/:id/read/:number': endpoint({
    ...forReaders,
    input: z.object({ id, number: partNumber }),
    output: z.extend(readBook, {
      number: count,
      /** Counted from 1, as the contents list them. */
      chapter: count,
      chapterTitle: z.string(),
      part: count,
      parts: count,
      partWords: count,
      /** As JSON of markdown/book-schema.ts. */
      doc: z.unknown(),
      pictures: z.array(bookPicture),
      /** The last number. */
      last: count,
      /** Whether each copy carries its buyer's name. */
      isStamped: z.boolean(),
    }),
    missing: 'chapterNotFound',
  }),
  /** In small letters, without marks; the first of each block. */
  'GET /books/:id/read/search': endpoint({
    ...forReaders,
    input: z.object({ id, q: z.optional(z.string()) }),
    output: z.array(
      z.object({
        number: count,
        title: z.string(),
        /** What leads to its block. */
        anchor: z.string(),
        before: z.string(),
        found: z.string(),
        after: z.string(),
      }),
    ),
  }),
  /** Whose copy it is. */
  'GET /books/:id/read-stamp': endpoint({
    ...forReaders,
    input: z.object({ id }),
    output: z.object({ name: z.string(), reference: z.string() }),
  }),
  /** A permit to take its pages onto a device: for an hour they do not count as chapters that are opened. */
  'POST /books/:id/keep': endpoint({
    ...forReaders,
    input: z.object({ id }),
    output: z.object({ access: z.enum(accesses) }),
    limited: 'elsewhere',
  }),
  /** What opens books that a device keeps, in their order: a device asks it once a day. */
  'GET /kept-books': forAnyone({
    isPrivate: true,
    input: z.object({
      /** Their ids, with commas between. */
      ids: z.pipe(
        z.string('Name the books'),
        z.pipe(
          z.transform((text: string) => text.split(',')),
          z
            .array(z.uuid('A book is named by its uuid'))
            .check(z.maxLength(mostAsked, `Ask for at most ${mostAsked} at a time`)),
        ),
      ),
    }),
    output: z.object({ accesses: z.array(z.enum(accesses)) }),
  }),
  /** This browser reads no more what was bought without an account. */
  'POST /books/:id/close': forAnyone({
    input: z.object({ id }),
    output: z.object({ id }),
    limited: 'form',
    form: { page: '/book/{id}', done: '/book/{id}#buyers' },
  }),
  /** Takes the places of a device, the later of each book; answers with those of all devices. */
  'PUT /account/book-places': forReader({
    beforeGuardian: true,
    input: z.object({
      places: z.array(place).check(z.maxLength(mostPlaces, `Send at most ${mostPlaces} at a time`)),
    }),
    output: z.array(place),
  }),
  /**
   * Adds one to a sum. Nothing is stored of who it was, nor counted of browsers that ask not to be tracked. A reply says nothing
   * about whether it was counted.
   */
  'POST /books/:id/read/:number/count': forAnyone({
    input: z.object({
      id,
      number: partNumber,
      editionId: z.uuid('An edition is named by its uuid'),
      what: z.enum(chapterEvents, 'A chapter is started or finished'),
    }),
    missing: 'chapterNotFound',
    // In memory: beyond it, an order or a network is not counted.
    limited: 'elsewhere',
  }),
  /** Lets this browser read what an order opens. */
  'POST /books/:id/read': forAnyone({
    input: z.object({ id, reference: orderReference, key: orderKey }),
    output: z.object({ id }),
    limited: 'form',
    missing: 'orderNotFound',
    form: { page: '/book/{id}', done: '/book/{id}/read' },
  }),
}
