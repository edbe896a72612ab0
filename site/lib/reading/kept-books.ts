import { keptOfflineDays } from '#contract/shop/reading.ts'
import { keptBooksKey } from '#site/lib/offline/rules.ts'
import { forget, readJson, writeJson } from '../web-storage.ts'

/** A book that is whole on this device. */
export interface KeptBook {
  id: string
  title: string
  /** The text that is here; the book may have a newer one. */
  editionId: string
  /** About, as its pages and pictures are sent. */
  bytes: number
  hasPictures: boolean
  /** Read without end; a bought one waits for a network after `keptOfflineDays`. */
  isFree: boolean
  /** Milliseconds since 1970, as all of these. */
  keptAt: number
  /** When it was last known to be open to its reader. */
  checkedAt: number
  /** When that was last asked. */
  askedAt: number
}

/** What this device keeps, the latest first. */
export function listKeptBooks(): KeptBook[] {
  return readJson(keptBooksKey, (json) => (json as KeptBook[]).filter(isKept)) ?? []
}

function isKept(value: unknown): value is KeptBook {
  const { id, title, editionId, bytes, checkedAt } = (value ?? {}) as Partial<KeptBook>
  return [id, title, editionId].every((text) => typeof text === 'string') && !!bytes && !!checkedAt
}

export function findKeptBook(id: string): KeptBook | undefined {
  return listKeptBooks().find((book) => book.id === id)
}

/** What kept books take up, without one of them. */
export function usedByOthers(id: string): number {
  return listKeptBooks().reduce((sum, book) => sum + (book.id === id ? 0 : book.bytes), 0)
}

/** When the book ends to open without a network; undefined: never. */
export function endOf({ isFree, checkedAt }: KeptBook): number | undefined {
  return isFree ? undefined : checkedAt + keptOfflineDays * 24 * 60 * 60 * 1000
}

/** Adds or changes it. */
export function writeKeptBook(book: KeptBook) {
  write([book, ...listKeptBooks().filter(({ id }) => id !== book.id)])
}

/** It is in the list no more; its pages are deleted by kept-cache.ts. */
export function unlistKeptBook(id: string) {
  write(listKeptBooks().filter((book) => book.id !== id))
}

function write(books: KeptBook[]) {
  if (books.length > 0) writeJson(keptBooksKey, books)
  else forget(keptBooksKey)
}
