// What reading means, for the device and for the account alike (product section 7).

/** A story counts as read when so much of it was scrolled, and so much of its read time spent with it. */
export const readWhen = { scrolled: 0.9, timeSpent: 1 / 3 } as const

/** Of one story count at most so many times its read time: a phone left on the table is no reader. */
export const countedReadTimes = 2

/** Events and unlocked achievements that one call may bring. */
export const readingBatch = 200

/** One story on one day of the device's own calendar. It grows until an account has taken it. */
export interface ReadingEvent {
  /** Made by the device: a repeat changes nothing, and of what has grown since only the growth counts. */
  id: string
  storyId: string
  /** yyyy-mm-dd */
  day: string
  /** The page was visible and the reader active. */
  seconds: number
  isRead: boolean
}

/** What must be known of a story to count it. */
export interface StoryFacts {
  category: string
  readTimeMinutes: number
}

/** All that is known of one reader and one story. */
export interface ReadStory extends StoryFacts {
  storyId: string
  seconds: number
  isRead: boolean
  /** The last day on which there was anything, yyyy-mm-dd. */
  lastOn: string
}

/** All that is known of a reader's reading. */
export interface ReadingRecord {
  stories: ReadStory[]
  /** The days on which a story was read, each once, yyyy-mm-dd. */
  days: string[]
}

/** What the tiles and the achievements are made of (specification section 3); minutes are whole. */
export interface ReadingStats {
  storiesRead: number
  /** Minutes. */
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

/**
 * Whether today's event makes a story read. What counts is all the time that was ever spent with it; of a story that
 * was read before only today's, so that leafing through an old story keeps no streak alive.
 */
export function isReadToday(done: {
  scrolled: number
  readTimeMinutes: number
  /** Ever, today included. */
  seconds: number
  secondsToday: number
  wasRead: boolean
}) {
  return isRead({ ...done, seconds: done.wasRead ? done.secondsToday : done.seconds })
}

/**
 * The record with some events more. In whatever order events come, the same record comes out; of one story the
 * category and the read time that were known first stand.
 */
export function recordWith(
  record: ReadingRecord,
  events: (ReadingEvent & StoryFacts)[],
): ReadingRecord {
  const stories = new Map(record.stories.map((story) => [story.storyId, story]))
  const days = new Set(record.days)
  for (const { storyId, category, readTimeMinutes, day, seconds, isRead } of events) {
    const before = stories.get(storyId) ?? {
      storyId,
      category,
      readTimeMinutes,
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

/** `today` is the device's own day, yyyy-mm-dd. */
export function statsOf({ stories, days }: ReadingRecord, today: string): ReadingStats {
  const read = stories.filter((story) => story.isRead)
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

/**
 * The longest run of days that reaches yesterday or later. Days ahead of the device count: its clock may have been
 * set back, or the reader flown west, and neither is to cost a streak.
 */
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

/** Days since 1970. */
function numberOf(day: string): number {
  return Math.round(Date.parse(`${day}T00:00:00Z`) / dayMs)
}

/** A moment's day in the calendar of the device, yyyy-mm-dd. */
export function dayOf(moment: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
}
