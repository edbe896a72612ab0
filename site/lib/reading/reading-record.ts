import { atom } from 'nanostores'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import {
  type Achievement,
  achievementIds,
  achievements,
  progressOf,
} from '#contract/magazine/achievements.ts'
import {
  dayOf,
  noReading,
  type ReadingEvent,
  type ReadingRecord,
  recordWith,
  type StoryFacts,
  statsOf,
} from '#contract/magazine/reading.ts'
import { call } from '../call.ts'
import { newId } from '../forms/new-id.ts'
import { mayBeSignedIn, readerMark } from '../session.ts'
import { readJson, writeJson } from '../web-storage.ts'
import { clearPlaces } from './reading-places.ts'
import { remembersReading } from './remembers-reading.ts'

/** In the storage; and the lock under which device and account synchronise, one tab at a time. */
export const journeyKey = 'ascend.journey'

/** Years of reading without an account; older events are dropped, so that the storage never fills. */
const mostEvents = 1000

export interface KeptEvent extends ReadingEvent, StoryFacts {
  /** The seconds of it that the account has; the event has grown while it was being sent. */
  taken?: number
  /** The `readerMark` of the reader who was signed in: nobody else sees or sends the event. */
  of?: string
}

interface Unlocked {
  id: Achievement['id']
  /** ISO 8601, by the device's clock. */
  unlockedAt: string
  /** It was celebrated. */
  isTold?: boolean
}

export interface Kept {
  /** Events that no account has yet, one for each story and day. */
  events: KeptEvent[]
  /** Unlocked here; removed once the account has it. */
  unlocked: Unlocked[]
  /** The account's record when it was last read; only while its reader is signed in. */
  account?: OutputOf<'PUT /account/reading'> & { of?: string }
  /** Time up to this moment (performance.timeOrigin + now) has been counted by some tab. */
  countedUntil: number
}

export const nothing: Kept = { events: [], unlocked: [], countedUntil: 0 }

/** The reading record on this device; components subscribe to it. */
export const $reading = atom(nothing)

/** When the storage is full or forbidden, or the reader wants nothing remembered, values last for this page. */
let canStore = true
const isStored = () => canStore && remembersReading()

/** Read again: another tab may have written since. */
export function readKept(): Kept {
  const kept = isStored() ? (readJson(journeyKey, toKept) ?? nothing) : $reading.get()
  if (!kept.account || (mayBeSignedIn() && kept.account.of === readerMark())) return kept
  const own = withoutAccount(kept)
  write(own)
  return own
}

function write(kept: Kept) {
  if (isStored()) canStore = writeJson(journeyKey, kept)
  $reading.set(kept)
}

export function changeKept(change: (kept: Kept) => Kept) {
  const before = readKept()
  const after = change(before)
  if (after === before) return
  write({ ...after, events: after.events.slice(-mostEvents) })
}

/** Whether an event is this reader's: a visitor's reading belongs to whoever signs in next. */
export function isOwn({ of }: { of?: string }): boolean {
  return of === undefined || of === readerMark()
}

/** The whole reading record: the account's, and the events of this device. */
export function readingRecord(kept = readKept()): ReadingRecord {
  const fresh = kept.events.filter(isOwn).map((event) => ({
    ...event,
    seconds: event.seconds - (event.taken ?? 0),
  }))
  return recordWith(kept.account ?? noReading, fresh)
}

/** The achievements that were unlocked on any device, each with its time. */
export function unlockedOf(kept = readKept()): Map<Achievement['id'], string> {
  const all = [...kept.unlocked, ...(kept.account?.unlocked ?? [])]
  return new Map(all.map(({ id, unlockedAt }) => [id, unlockedAt]))
}

/** Unlocks the achievements that the record reaches; they stay unlocked, also after a streak has ended. */
export function unlockReached(now = new Date()) {
  // Where nobody remembers them, each story would unlock the first one again.
  if (!remembersReading() && !mayBeSignedIn()) return
  changeKept((kept) => {
    const known = unlockedOf(kept)
    const fresh = reachedIn(readingRecord(kept), now).filter((id) => !known.has(id))
    if (fresh.length === 0) return kept
    const unlockedAt = now.toISOString()
    return { ...kept, unlocked: [...kept.unlocked, ...fresh.map((id) => ({ id, unlockedAt }))] }
  })
}

/** Deletes all reading, on this device and in the account. Rejects when the account could not be reached. */
export async function clearHistory() {
  // Events that another tab is sending would return right after.
  if (navigator.locks) await navigator.locks.request(journeyKey, clearAll)
  else await clearAll()
}

async function clearAll() {
  if (mayBeSignedIn()) await call('DELETE /account/reading', {})
  clearPlaces()
  // Few pages have them.
  const { clearBooks } = await import('./clear-books.ts')
  clearBooks()
  // Nothing that was read until now returns through a tab that has not stored it yet.
  changeKept(({ events, account, countedUntil }) => ({
    ...nothing,
    events: events.filter((event) => !isOwn(event)),
    ...(account && { account: { ...account, ...noReading, unlocked: [] } }),
    countedUntil: Math.max(countedUntil, performance.timeOrigin + performance.now()),
  }))
}

/** Keeps the events of this device; of one that the account had accepted only the rest, as an event of its own. */
export function withoutAccount({ account: _, ...kept }: Kept): Kept {
  const events = kept.events.flatMap(({ taken, ...event }) => {
    if (taken === undefined) return [event]
    const seconds = event.seconds - taken
    // `isRead` may be the change.
    return seconds > 0 || event.isRead ? [{ ...event, id: newId(), seconds }] : []
  })
  const reached = reachedIn(readingRecord({ ...kept, events }), new Date())
  return { ...kept, events, unlocked: kept.unlocked.filter(({ id }) => reached.includes(id)) }
}

function reachedIn(record: ReadingRecord, now: Date) {
  const stats = statsOf(record, dayOf(now))
  return achievements.filter((one) => progressOf(one, stats) >= one.requirement).map(({ id }) => id)
}

/** Parses the storage, which may contain anything: invalid entries are dropped. */
export function toKept(value: unknown): Kept {
  const { events, unlocked, account, countedUntil } = (value ?? {}) as Partial<Kept>
  return {
    events: listOf(events, isEvent),
    unlocked: listOf(unlocked, isUnlocked),
    ...(account && {
      account: {
        stories: listOf(account.stories, isReadStory),
        days: listOf(account.days, isDay),
        unlocked: listOf(account.unlocked, isUnlocked),
        ...(typeof account.of === 'string' && { of: account.of }),
      },
    }),
    countedUntil: Number.isFinite(countedUntil) ? (countedUntil as number) : 0,
  }
}

function listOf<T>(value: T[] | undefined, isOne: (one: T) => boolean): T[] {
  return Array.isArray(value) ? value.filter((one) => one && isOne(one)) : []
}

// It is as strict as the account: one event that it rejects would block all others for ever.
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const secondsInADay = 24 * 60 * 60
const isCount = (value: unknown, most: number) =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most
const isTime = (text: unknown) =>
  typeof text === 'string' &&
  /^(?!0000)\d{4}-/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString() === text
const isDay = (text: unknown) => typeof text === 'string' && isTime(`${text}T00:00:00.000Z`)

/** Minutes of a story, and of a book. */
const longest = { story: 60, book: 10_000 }

function isStory({
  storyId,
  category,
  readTimeMinutes,
  isBook,
}: KeptEvent | (StoryFacts & { storyId: string })) {
  const most = isBook ? longest.book : longest.story
  return uuid.test(storyId) && typeof category === 'string' && isCount(readTimeMinutes, most)
}

function isEvent(event: KeptEvent) {
  const { id, day, seconds, isRead, taken = 0, of = '' } = event
  return (
    isStory(event) &&
    typeof of === 'string' &&
    uuid.test(id) &&
    isDay(day) &&
    isCount(seconds, secondsInADay) &&
    isCount(taken, seconds) &&
    typeof isRead === 'boolean'
  )
}

function isReadStory(story: ReadingRecord['stories'][number]) {
  return isStory(story) && isCount(story.seconds, Number.MAX_SAFE_INTEGER) && isDay(story.lastOn)
}

function isUnlocked({ id, unlockedAt }: Unlocked) {
  return achievementIds.includes(id) && isTime(unlockedAt)
}

// This comes at the end: parsing needs every rule above.
if (typeof window !== 'undefined') {
  $reading.set(readKept())
  addEventListener('storage', ({ key }) => {
    if (key === journeyKey || key === null) $reading.set(readKept())
  })
}
