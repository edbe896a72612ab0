import { type PriceBucket, priceBuckets } from './categories.ts'
import { lastPage, searchLength } from './limits.ts'

/** A page number out of an address; whatever is not one means the first page. */
function readPage(query: URLSearchParams): number {
  const page = Number(query.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= lastPage ? page : 1
}

/** Text out of an address, without the NUL that no database text can hold. */
function readText(query: URLSearchParams, name: string): string | undefined {
  const text = query.get(name)?.replaceAll('\0', '').trim().slice(0, searchLength)
  return text || undefined
}

/** What the address of a filtered landing page asks for. An address is typed by people: nonsense is left out. */
export function readStoryQuery(query: URLSearchParams) {
  return {
    category: readText(query, 'category'),
    page: readPage(query),
  }
}

/** What the address of a books page asks for. */
export function readShelfQuery(query: URLSearchParams) {
  const price = query.get('price') ?? ''
  return {
    search: readText(query, 'search'),
    category: readText(query, 'category'),
    price: Object.hasOwn(priceBuckets, price) ? (price as PriceBucket) : undefined,
    page: readPage(query),
  }
}

/** What the address of the search page asks for. */
export function readSearchQuery(query: URLSearchParams) {
  return { search: readText(query, 'q'), page: readPage(query) }
}
