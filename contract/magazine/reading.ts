// These rules hold on the device and in the account alike (specification 3.7).

/** A story counts as read after so much of its length and of its read time. */
const readWhen = { scrolled: 0.9, timeSpent: 1 / 3 } as const

/** So many read times of a story count, and no more: the phone may lie on a table. */
export const countedReadTimes = 2

/** At most so many events in one call. */
export const readingBatch = 200

/** One story on one day of the device's calendar. */
export interface ReadingEvent {
  /** The device generates it, so that a repeat changes nothing. */
  id: string
  storyId: string
  /** Written yyyy-mm-dd. */
  day: string
  /** The page was visible and the reader active. */
  seconds: number
  isRead: boolean
}

export interface StoryFacts {
  category: string
  readTimeMinutes: number
  /** A book, not a story: its minutes and days count, and nothing else. `isRead` says that a chapter was. */
  isBook?: boolean | undefined
}

export interface ReadStory extends StoryFacts {
  storyId: string
  seconds: number
  isRead: boolean
  /** Written yyyy-mm-dd. */
  lastOn: string
}

export interface ReadingRecord {
  stories: ReadStory[]
  /** The days with a story or chapter read, each once, yyyy-mm-dd. */
  days: string[]
}

/** Specification 3.7.6; minutes are whole. */
export interface ReadingStats {
  storiesRead: number
  totalReadingTime: number
  categoriesExplored: number
  streakDays: number
}

export const noReading: ReadingRecord = { stories: [], days: [] }

export function isRead(done: { scrolled: number; seconds: number; readTimeMinutes: number }) {
  return (
    done.scrolled >= readWhen.scrolled &&
    done.seconds >= done.readTimeMinutes * 60 * readWhen.timeSpent
  )
}

/** All time counts until the story is read; afterwards only today's, so that skimming does not extend a streak. */
export function isReadToday(done: {
  scrolled: number
  readTimeMinutes: number
  /** All time is counted, today too. */
  seconds: number
  secondsToday: number
  wasRead: boolean
}) {
  return isRead({ ...done, seconds: done.wasRead ? done.secondsToday : done.seconds })
}

/** The order of events does not matter; facts known first stay. */
export function recordWith(
  record: ReadingRecord,
  events: (ReadingEvent & StoryFacts)[],
): ReadingRecord {
  const stories = new Map(record.stories.map((story) => [story.storyId, story]))
  const days = new Set(record.days)
  for (const { storyId, day, seconds, isRead, ...event } of events) {
    const { category, readTimeMinutes, isBook = false } = event
    const before = stories.get(storyId) ?? {
      storyId,
      category,
      readTimeMinutes,
      isBook,
      seconds: 0,
      isRead: false,
      lastOn: day,
    }
    stories.set(storyId, {
      ...before,
      seconds: before.seconds + seconds,
      isRead: before.isRead || isRead,
      lastOn: before.lastOn > day ? before.lastOn : day,
    })
    if (isRead) days.add(day)
  }
  return { stories: [...stories.values()], days: [...days].sort() }
}

/** Without books. */
export function storiesOf(record: ReadingRecord): ReadingRecord {
  return { ...record, stories: record.stories.filter(({ isBook }) => !isBook) }
}

/** `today` is the device's own day, yyyy-mm-dd. */
export function statsOf({ stories, days }: ReadingRecord, today: string): ReadingStats {
  const read = stories.filter((story) => story.isRead && !story.isBook)
  const seconds = stories.reduce(
    (sum, story) => sum + Math.min(story.seconds, countedReadTimes * story.readTimeMinutes * 60),
    0,
  )
  return {
    storiesRead: read.length,
    totalReadingTime: Math.floor(seconds / 60),
    categoriesExplored: new Set(read.map(({ category }) => category)).size,
    streakDays: streakOf(days, today),
  }
}

/** The longest run of days that reaches yesterday or later. Days ahead count: clocks and time zones change. */
export function streakOf(days: string[], today: string): number {
  const yesterday = numberOf(today) - 1
  let longest = 0
  let run = 0
  let last: number | undefined
  for (const day of [...new Set(days)].map(numberOf).sort((a, b) => a - b)) {
    run = last !== undefined && day === last + 1 ? run + 1 : 1
    last = day
    if (day >= yesterday) longest = Math.max(longest, run)
  }
  return longest
}

const dayMs = 24 * 60 * 60 * 1000

/** Days are counted from 1970. */
function numberOf(day: string): number {
  return Math.round(Date.parse(`${day}T00:00:00Z`) / dayMs)
}

/** The day in the calendar of the device, yyyy-mm-dd. */
export function dayOf(moment: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
}
