import { lastPage, searchLength } from '../limits.ts'
import { priceBuckets } from '../magazine/price-buckets.ts'

/** A page number from an address; anything else is the first page. */
export function readPage(query: URLSearchParams): number {
  const page = Number(query.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= lastPage ? page : 1
}

/** Text from an address, without NUL, which Postgres cannot store. */
function readText(query: URLSearchParams, name: string): string | undefined {
  const text = query.get(name)?.replaceAll('\0', '').trim().slice(0, searchLength)
  return text || undefined
}

/** Query of the landing page; invalid values are ignored, since people type addresses. */
export function readStoryQuery(query: URLSearchParams) {
  return {
    category: readText(query, 'category'),
    page: readPage(query),
  }
}

export function readShelfQuery(query: URLSearchParams) {
  return {
    search: readText(query, 'search'),
    category: readText(query, 'category'),
    price: priceBuckets.find((bucket) => bucket === query.get('price')),
    page: readPage(query),
  }
}

export function readSearchQuery(query: URLSearchParams) {
  return { search: readText(query, 'q'), page: readPage(query) }
}
