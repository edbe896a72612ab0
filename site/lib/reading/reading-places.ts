import { placesKey } from '../reader-keys.ts'
import { readerMark } from '../session.ts'
import { forget, readJson, writeJson } from '../web-storage.ts'
import { remembersReading } from './remembers-reading.ts'

/** How far a reader came in a story that is not read to its end. */
export interface Place {
  storyId: string
  title: string
  readTimeMinutes: number
  /** Of the whole text, from 0 to 1. */
  fraction: number
  /** The paragraph at the top of the screen, from 0 on, and how much of it is above: independent of the text size. */
  paragraph: number
  within: number
  /** The `readerMark` of the reader who was signed in: nobody else may learn what they read. */
  of?: string
}

const mostPlaces = 20
/** Below it a reader has hardly begun; above it hardly anything is left. */
const worthKeeping = { from: 0.05, to: 0.95 }

/** The places of the current reader. */
export function listPlaces(): Place[] {
  return allPlaces().filter(isOwn)
}

function isOwn({ of }: Place): boolean {
  return of === undefined || of === readerMark()
}

/** The latest comes first. */
function allPlaces(): Place[] {
  return readJson(placesKey, (json) => (json as Place[]).filter(isPlace)) ?? []
}

function isPlace(value: unknown): value is Place {
  const { storyId, title, readTimeMinutes, fraction, paragraph, within, of } = (value ??
    {}) as Partial<Place>
  const isPart = (part: unknown) => typeof part === 'number' && part >= 0 && part <= 1
  return (
    typeof storyId === 'string' &&
    typeof title === 'string' &&
    Number(readTimeMinutes) > 0 &&
    isPart(fraction) &&
    Number.isInteger(paragraph) &&
    Number(paragraph) >= 0 &&
    isPart(within) &&
    (of === undefined || typeof of === 'string')
  )
}

/** Stores the reader's place; near the beginning and at the end there is nothing to return to. */
export function keepPlace(place: Place, isAtEnd: boolean) {
  if (!remembersReading()) return
  const { from, to } = worthKeeping
  const isKept = !isAtEnd && place.fraction >= from && place.fraction <= to
  const others = withoutOwn(place.storyId)
  const of = readerMark()
  keep(isKept ? [{ ...place, ...(of && { of }) }, ...others] : others)
}

export function dropPlace(storyId: string) {
  keep(withoutOwn(storyId))
}

export function clearPlaces() {
  keep(allPlaces().filter((place) => !isOwn(place)))
}

function withoutOwn(storyId: string): Place[] {
  return allPlaces().filter((place) => place.storyId !== storyId || !isOwn(place))
}

/** At least one: a story that has no minute left is read. */
export function minutesLeft({ fraction, readTimeMinutes }: Place): number {
  return Math.max(1, Math.ceil(readTimeMinutes * (1 - fraction)))
}

function keep(places: Place[]) {
  if (places.length > 0) writeJson(placesKey, places.slice(0, mostPlaces))
  else forget(placesKey)
}
