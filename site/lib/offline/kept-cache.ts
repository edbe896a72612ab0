import { readingPaths } from '#contract/shop/reading-paths.ts'
import { bookPlacesKey } from '../reader-keys.ts'
import { endOf, type KeptBook, unlistKeptBook, writeKeptBook } from '../reading/kept-books.ts'
import { forget } from '../web-storage.ts'
import { dropUnneeded } from './cache.ts'
import { booksCache, contentsOf, endPage, keptBooksKey } from './rules.ts'

/** The addresses of the pages of a book that are on this device, in the order of their numbers. */
export async function keptPages(id: string): Promise<string[]> {
  const requests = await (await caches.open(booksCache)).keys()
  const pages = requests.map(({ url }) => new URL(url).pathname)
  return pages
    .filter((path) => contentsOf(path) === readingPaths.book(id))
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
}

/** Deletes a book from the device, with what only it needed. */
export async function removeKept(id: string) {
  unlistKeptBook(id)
  const cache = await caches.open(booksCache)
  for (const page of await keptPages(id)) await cache.delete(page)
  await dropUnneeded(booksCache)
}

/** Writes down what is known of a book that is here: in the list, and for the worker, which has no list, beside its pages. */
export async function noteKept(book: KeptBook) {
  writeKeptBook(book)
  const cache = await caches.open(booksCache)
  const end = String(endOf(book) ?? Number.POSITIVE_INFINITY)
  await cache.put(endPage(readingPaths.book(book.id)), new Response(end))
}

/** Deletes all books from the device, and where their readers are in them. */
export async function closeBooks() {
  forget(keptBooksKey)
  forget(bookPlacesKey)
  if (!('caches' in globalThis)) return
  for (const name of await caches.keys()) if (name.startsWith(booksCache)) await caches.delete(name)
}
