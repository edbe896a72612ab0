import { defineCollection, z } from 'astro:content'
import { glob, type Loader } from 'astro/loaders'
import {
  countPublishedBooks,
  listBookCategories,
  listPublishedBooks,
} from '#api/books/books.queries.ts'
import { readConfig } from '#api/config.ts'
import {
  countPublishedStories,
  findFeaturedStory,
  listPublishedStories,
} from '#api/stories/stories.queries.ts'
import { readBrand, readPublications } from '#content/read-content.ts'
import { page } from '#content/schema.ts'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { shown } from '#contract/limits.ts'
import { connect } from '#db/sql.ts'

// The one door for data at build time: files from content/, stories and books from Postgres.
// Only what the static pages show is loaded, so that a build takes as long for 10,000 stories as for 26.

const { databaseUrl } = readConfig(process.env)
// Read anew at each build of a long-lived process: what one build opened must close by itself.
if (databaseUrl) connect(databaseUrl, { max: 2, idleSeconds: 2 })

type Row = { id: string }

/** Entries in the order of the rows; `position` keeps it. */
function fromDatabase(load: () => Promise<Row[]>): Loader {
  return {
    name: 'database',
    load: async ({ store, parseData, generateDigest, logger }) => {
      if (!databaseUrl) {
        // Type checks and editors run the loaders too, without a database.
        logger.warn('no DATABASE_URL: the entries of the last build are kept')
        return
      }
      const rows = await load()
      const known = new Set(rows.map(({ id }) => id))
      for (const id of store.keys()) if (!known.has(id)) store.delete(id)
      for (const [position, row] of rows.entries()) {
        const data = await parseData({ id: row.id, data: { ...row, position } })
        store.set({ id: row.id, data, digest: generateDigest(data) })
      }
    },
  }
}

const rowOf = <T>() => z.custom<T & { position: number }>((value) => typeof value === 'object')

export const collections = {
  /** The newest published stories: the carousel and the first page of the grid. */
  stories: defineCollection({
    loader: fromDatabase(() =>
      listPublishedStories({ limit: Math.max(shown.carousel, shown.grid) }),
    ),
    schema: rowOf<OutputOf<'GET /stories'>[number]>(),
  }),
  /** The featured story, if there is one. */
  featured: defineCollection({
    loader: fromDatabase(async () => {
      const story = await findFeaturedStory()
      return story ? [story] : []
    }),
    schema: rowOf<OutputOf<'GET /stories'>[number]>(),
  }),
  /** The first page of the shelf. */
  books: defineCollection({
    loader: fromDatabase(() => listPublishedBooks({ limit: shown.books })),
    schema: rowOf<OutputOf<'GET /books'>[number]>(),
  }),
  /** How much there is in all, and which categories have books: one entry. */
  totals: defineCollection({
    loader: fromDatabase(async () => [
      {
        id: 'totals',
        stories: await countPublishedStories(),
        books: await countPublishedBooks({}),
        bookCategories: await listBookCategories(),
      },
    ]),
    schema: rowOf<{ stories: number; books: number; bookCategories: string[] }>(),
  }),
  publications: defineCollection({
    loader: async () => {
      // Read beside the publications, so that a mistake in it stops the build and is told.
      await readBrand('content')
      return (await readPublications('content')).map(({ pdfPath, ...publication }) => publication)
    },
    schema: z.custom<Omit<Awaited<ReturnType<typeof readPublications>>[number], 'pdfPath'>>(
      (value) => typeof value === 'object',
    ),
  }),
  pages: defineCollection({
    loader: glob({ pattern: '*.md', base: './content/pages' }),
    schema: page,
  }),
}
