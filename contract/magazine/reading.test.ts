import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { achievements, progressOf } from './achievements.ts'
import {
  countedReadTimes,
  dayOf,
  isRead,
  isReadToday,
  noReading,
  type ReadingEvent,
  recordWith,
  type StoryFacts,
  statsOf,
  streakOf,
} from './reading.ts'

const stories = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
const day = fc
  .integer({ min: 20_000, max: 20_040 })
  .map((n) => new Date(n * 86_400_000).toISOString().slice(0, 10))
const event: fc.Arbitrary<ReadingEvent & StoryFacts> = fc
  .record({
    id: fc.uuid(),
    storyId: fc.constantFrom(...stories),
    day,
    seconds: fc.nat({ max: 2000 }),
    isRead: fc.boolean(),
  })
  .map((one) => ({ ...one, category: `of ${one.storyId}`, readTimeMinutes: 6 }))
const byStory = <T extends { storyId: string }>(all: T[]) =>
  [...all].sort((a, b) => a.storyId.localeCompare(b.storyId))

describe('a story is read', () => {
  const minutes6 = { readTimeMinutes: 6, scrolled: 0.9, seconds: 120 }

  test('at 90 % scrolled and a third of its read time, not before', () => {
    expect(isRead(minutes6)).toBe(true)
    expect(isRead({ ...minutes6, scrolled: 0.89 })).toBe(false)
    expect(isRead({ ...minutes6, seconds: 119 })).toBe(false)
  })

  test('by the time of all visits together, and again only by the time of that day', () => {
    const today = { ...minutes6, secondsToday: 30 }
    expect(isReadToday({ ...today, wasRead: false })).toBe(true)
    expect(isReadToday({ ...today, wasRead: true })).toBe(false)
    expect(isReadToday({ ...today, wasRead: true, secondsToday: 120 })).toBe(true)
  })
})

describe('a record', () => {
  test('is the same in whatever order its events come, and in however many pieces', () => {
    fc.assert(
      fc.property(
        fc
          .array(event, { maxLength: 40 })
          .chain((all) =>
            fc.tuple(
              fc.constant(all),
              fc.shuffledSubarray(all, { minLength: all.length }),
              fc.nat({ max: all.length }),
            ),
          ),
        ([events, shuffled, cut]) => {
          const one = recordWith(noReading, events)
          const other = recordWith(
            recordWith(noReading, shuffled.slice(0, cut)),
            shuffled.slice(cut),
          )
          expect(byStory(other.stories)).toEqual(byStory(one.stories))
          expect(other.days).toEqual(one.days)
          expect(statsOf(other, '2024-10-20')).toEqual(statsOf(one, '2024-10-20'))
        },
      ),
    )
  })

  test('counts a story once, its category once, and its time twice over at most', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        const stats = statsOf(recordWith(noReading, events), '2024-10-20')
        const read = new Set(events.filter(({ isRead }) => isRead).map(({ storyId }) => storyId))
        expect(stats.storiesRead).toBe(read.size)
        expect(stats.categoriesExplored).toBe(read.size)
        expect(stats.totalReadingTime).toBeLessThanOrEqual(stories.length * countedReadTimes * 6)
      }),
    )
  })

  test('never shrinks by reading', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), event, day, (events, more, today) => {
        const before = recordWith(noReading, events)
        const [less, then] = [statsOf(before, today), statsOf(recordWith(before, [more]), today)]
        for (const key of Object.keys(less) as (keyof typeof less)[]) {
          expect(then[key]).toBeGreaterThanOrEqual(less[key])
        }
      }),
    )
  })
})

describe('a streak', () => {
  test.each([
    [[], 0],
    [['2026-11-19'], 0],
    [['2026-11-20'], 1],
    [['2026-11-21'], 1],
    [['2026-11-18', '2026-11-19', '2026-11-20'], 3],
    [['2026-11-17', '2026-11-19', '2026-11-20', '2026-11-21'], 3],
    // Across the end of a month.
    [['2026-10-31', '2026-11-01'], 0],
    // The clock was set back, or the reader flew west: nothing is lost.
    [['2026-11-22', '2026-11-23', '2026-11-24'], 3],
  ])('of %j is %i on November 21', (days, length) => {
    expect(streakOf(days, '2026-11-21')).toBe(length)
  })

  test('is not lost by crossing time zones, nor by a day that is written twice', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), fc.integer({ min: -1, max: 1 }), (n, shift) => {
        const at = (k: number) => new Date((20_500 + k) * 86_400_000).toISOString().slice(0, 10)
        const days = Array.from({ length: n }, (_, k) => at(k))
        expect(streakOf([...days, ...days], at(n - 1 + shift))).toBe(n)
      }),
    )
  })

  test('goes by the calendar of the device', () => {
    expect(dayOf(new Date(2026, 10, 1, 0, 5))).toBe('2026-11-01')
    expect(dayOf(new Date(2026, 11, 31, 23, 59))).toBe('2026-12-31')
  })
})

describe('an achievement', () => {
  const stats = { storiesRead: 12, totalReadingTime: 95, categoriesExplored: 4, streakDays: 3 }

  test('is as far as the pictures show it', () => {
    expect(achievements.map((one) => progressOf(one, stats))).toEqual([1, 4, 95, 3, 12, 7])
    expect(achievements.map(({ requirement }) => requirement)).toEqual([1, 5, 120, 7, 25, 100])
  })

  test('is never more than whole', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (stories, minutes) => {
        for (const one of achievements) {
          const reached = progressOf(one, {
            storiesRead: stories,
            totalReadingTime: minutes,
            categoriesExplored: stories,
            streakDays: stories,
          })
          expect(reached).toBeLessThanOrEqual(one.requirement)
          expect(Number.isInteger(reached)).toBe(true)
        }
      }),
    )
  })
})
