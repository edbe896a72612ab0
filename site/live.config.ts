import { defineLiveCollection } from 'astro:content'
import type { LiveLoader } from 'astro/loaders'
import type { InputOf, OutputOf } from '#contract/endpoints/contract.ts'
import { author } from '#contract/endpoints/magazine/authors.ts'
import { openStory, story, storySummary } from '#contract/endpoints/magazine/stories.ts'
import { bookSummary, wholeBook } from '#contract/endpoints/shop/books.ts'
import { liveSchema } from './astro/live-schema.ts'
import type { CallOnServer } from './lib/call.ts'

// Stories, authors and books from Postgres, at request time. A loader uses the in-process `call` of its
// filter (`Astro.locals.call`): pages read tables only by the API, with the permissions of their reader.

interface Asking {
  call: CallOnServer
}

interface Listing extends Asking {
  /** It is called with the total, on whatever page. */
  onTotal?: ((total: number) => void) | undefined
}

/** Lists omit the long text; a single entry has it. */
type Story = OutputOf<'GET /search'>[number] | OutputOf<'GET /stories/:id'>
type Book = OutputOf<'GET /books'>[number] | OutputOf<'GET /books/:id'>

type StoryLoader = LiveLoader<
  Story,
  Asking & ({ id: string } | { isFeatured: true }),
  Listing &
    (InputOf<'GET /stories'> | InputOf<'GET /search'> | InputOf<'GET /authors/:slug/stories'>)
>
type AuthorLoader = LiveLoader<
  OutputOf<'GET /authors/:slug'>,
  Asking & { slug: string },
  Listing & InputOf<'GET /authors'>
>
type BookLoader = LiveLoader<Book, Asking & { id: string }, Listing & InputOf<'GET /books'>>

const stories: StoryLoader = {
  name: 'stories',
  async loadCollection({ filter }) {
    const { call, onTotal, ...query } = required(filter)
    const ask = () => {
      if ('q' in query) return call('GET /search', query)
      if ('slug' in query) return call('GET /authors/:slug/stories', query)
      return call('GET /stories', query)
    }
    const { output, total = 0 } = await ask()
    onTotal?.(total)
    return { entries: output.map(toEntry) }
  },
  async loadEntry({ filter }) {
    const { output } =
      'id' in filter
        ? await filter.call('GET /stories/:id', { id: filter.id })
        : await filter.call('GET /stories/featured', {})
    return output ? toEntry(output) : undefined
  },
}

const books: BookLoader = {
  name: 'books',
  async loadCollection({ filter }) {
    const { call, onTotal, ...query } = required(filter)
    const { output, total = 0 } = await call('GET /books', query)
    onTotal?.(total)
    return { entries: output.map(toEntry) }
  },
  async loadEntry({ filter: { call, id } }) {
    return toEntry((await call('GET /books/:id', { id })).output)
  },
}

const authors: AuthorLoader = {
  name: 'authors',
  async loadCollection({ filter }) {
    const { call, onTotal, ...query } = required(filter)
    const { output, total = 0 } = await call('GET /authors', query)
    onTotal?.(total)
    return { entries: output.map((author) => toEntry({ ...author, id: author.slug })) }
  },
  async loadEntry({ filter: { call, slug } }) {
    return toEntry({ ...(await call('GET /authors/:slug', { slug })).output, id: slug })
  },
}

function toEntry<Data extends { id: string; updatedAt: string }>(data: Data) {
  const cacheHint = { tags: [data.id], lastModified: new Date(data.updatedAt) }
  return { id: data.id, data, cacheHint }
}

function required<Filter>(filter: Filter | undefined): Filter {
  if (!filter)
    throw new Error('Missing filter of a live collection: pass { call: Astro.locals.call }')
  return filter
}

// The full schema first: fields that a schema does not name are dropped.
export const collections = {
  stories: defineLiveCollection({
    loader: stories,
    schema: liveSchema(openStory, story, storySummary),
  }),
  authors: defineLiveCollection({ loader: authors, schema: liveSchema(author) }),
  books: defineLiveCollection({ loader: books, schema: liveSchema(wholeBook, bookSummary) }),
}
