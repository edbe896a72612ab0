import type { OutputOf } from '#contract/endpoints/contract.ts'
import { paths } from '#contract/paths.ts'
import { sharedPaths } from '#contract/shared-paths.ts'
import { type CatalogEntry, type CatalogLink, relations } from './opds.ts'

type Book = OutputOf<'GET /books'>[number]

/** A book of the shop, with the ways to get it. */
export function bookEntry(book: Book, ways: CatalogLink[]): CatalogEntry {
  const { id, title, authorName, category, description, updatedAt } = book
  return {
    id: `urn:uuid:${id}`,
    title,
    updated: updatedAt,
    author: authorName,
    category,
    text: description,
    links: [
      { rel: relations.picture, href: paths.bookSharePicture(id), type: 'image/jpeg' },
      { rel: 'alternate', href: sharedPaths.book(book), type: 'text/html', title: 'On the site' },
      ...ways,
    ],
  }
}

/** Bought, or taken for nothing, on the book's page. */
export function shopLink(book: Book): CatalogLink {
  const { price } = book
  const link = { href: sharedPaths.book(book), type: 'text/html', formats: ['application/pdf'] }
  return price > 0 ? { ...link, rel: relations.buy, price } : { ...link, rel: relations.acquire }
}

/** When the newest of them changed; a fixed day for none, since feeds need one. */
export const lastChange = (books: Book[]): string =>
  books.map(({ updatedAt }) => updatedAt).reduce((a, b) => (a > b ? a : b), '2026-01-01T00:00:00Z')
