import { mostPlaces } from '#contract/shop/reading.ts'
import { bookPlacesKey } from '../reader-keys.ts'
import { readerMark } from '../session.ts'
import { forget, readJson, writeJson } from '../web-storage.ts'
import { remembersReading } from './remembers-reading.ts'

/** How far a reader came in a book. */
export interface BookPlace {
  bookId: string
  /** The text that it is a place of. */
  editionId: string
  /** The part, from 1. */
  number: number
  /** The block at the top of the screen, from 0, and how much of it is above: independent of the text size. */
  block: number
  within: number
  /** Of the whole book, from 0 to 1: for figures, not to go there. */
  fraction: number
  /** Milliseconds since 1970. */
  at: number
  /** The `readerMark` of the reader who was signed in: nobody else may learn what they read. */
  of?: string
}

/** The places of the current reader, the latest first. */
export function listBookPlaces(): BookPlace[] {
  return allPlaces().filter(isOwn)
}

export function findBookPlace(bookId: string): BookPlace | undefined {
  return listBookPlaces().find((place) => place.bookId === bookId)
}

function isOwn({ of }: BookPlace): boolean {
  return of === undefined || of === readerMark()
}

function allPlaces(): BookPlace[] {
  return readJson(bookPlacesKey, (json) => (json as BookPlace[]).filter(isPlace)) ?? []
}

function isPlace(value: unknown): value is BookPlace {
  const place = (value ?? {}) as Partial<BookPlace>
  const isPart = (part: unknown) => typeof part === 'number' && part >= 0 && part <= 1
  const isCount = (count: unknown) => Number.isInteger(count) && Number(count) >= 0
  return (
    typeof place.bookId === 'string' &&
    typeof place.editionId === 'string' &&
    isCount(place.number) &&
    isCount(place.block) &&
    isPart(place.within) &&
    isPart(place.fraction) &&
    Number(place.at) > 0 &&
    (place.of === undefined || typeof place.of === 'string')
  )
}

/** Stores it, unless nothing is to be remembered. Returns whether this browser keeps places. */
export function keepBookPlace(place: BookPlace): boolean {
  if (!remembersReading()) return false
  const of = readerMark()
  const others = allPlaces().filter((one) => one.bookId !== place.bookId || !isOwn(one))
  return keep([{ ...place, ...(of && { of }) }, ...others])
}

/** Takes what the account knows: of each book the later one. */
export function mergeBookPlaces(known: BookPlace[]) {
  const of = readerMark()
  if (!remembersReading() || !of) return
  const own = listBookPlaces()
  const later = known.filter(
    ({ bookId, at }) => (own.find((place) => place.bookId === bookId)?.at ?? 0) < at,
  )
  const others = allPlaces().filter(
    (place) => !(isOwn(place) && later.some(({ bookId }) => bookId === place.bookId)),
  )
  keep([...later.map((place) => ({ ...place, of })), ...others])
}

export function clearBookPlaces() {
  keep(allPlaces().filter((place) => !isOwn(place)))
}

function keep(places: BookPlace[]): boolean {
  if (places.length === 0) return forget(bookPlacesKey)
  return writeJson(bookPlacesKey, places.slice(0, mostPlaces))
}
