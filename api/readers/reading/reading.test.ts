import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  noReading,
  type ReadingEvent,
  readingBatch,
  recordWith,
  statsOf,
} from '#contract/magazine/reading.ts'
import { sql } from '#db/sql.ts'
import { runs } from '#tests/long.ts'
import { asJson } from '#tests/magazine/posts.ts'
import { aBook, aReader, aStory, aVisitor } from '#tests/people.ts'
import { aReadableBook } from '#tests/shop/chapters.ts'

const facts = { category: 'Lifestyle and Culture', readTimeMinutes: 5, isBook: false }

function anEvent(storyId: string, fields: Partial<ReadingEvent> = {}): ReadingEvent {
  return {
    id: crypto.randomUUID(),
    storyId,
    day: '2026-11-20',
    seconds: 60,
    isRead: false,
    ...fields,
  }
}

type SomeReader = Awaited<ReturnType<typeof aReader>>
const send = ({ call }: SomeReader, ...events: ReadingEvent[]) =>
  call('PUT /account/reading', { events, unlocked: [] })

describe('a reader’s reading', () => {
  test('can be uploaded without achievements', async () => {
    const { send } = await aReader()
    const init = asJson({ events: [anEvent((await aStory()).id)] })
    expect((await send('/api/account/reading', { ...init, method: 'PUT' })).status).toBe(200)
  })

  test('is counted once, in any order and with any repeats', async () => {
    const reader = await aReader()
    const [one, other] = [await aStory(), await aStory()]
    const first = anEvent(one.id, { seconds: 90, isRead: true })
    const second = anEvent(other.id, { day: '2026-11-21' })
    const expected = {
      stories: [
        { storyId: other.id, ...facts, seconds: 60, isRead: false, lastOn: '2026-11-21' },
        { storyId: one.id, ...facts, seconds: 90, isRead: true, lastOn: '2026-11-20' },
      ],
      days: ['2026-11-20'],
      unlocked: [],
    }
    expect(await send(reader, first, second)).toEqual(expected)
    expect(await send(reader, second, first, first)).toEqual(expected)
    expect(await send(reader)).toEqual(expected)
  })

  test('grows only, even if an older state arrives late', async () => {
    const reader = await aReader()
    const { id } = await aStory()
    const event = anEvent(id, { seconds: 30 })
    await send(reader, event)
    await send(reader, { ...event, seconds: 200, isRead: true })
    const { stories } = await send(reader, event, { ...event, seconds: 50 })
    expect(stories).toMatchObject([{ seconds: 200, isRead: true }])
  })

  test('is the sum of two devices, with each story counted once', async () => {
    const phone = await aReader()
    const laptop = await aVisitor()
    await laptop.call('POST /auth/sign-in', { email: phone.email, password: phone.password })
    const { id } = await aStory()
    await send(phone, anEvent(id, { seconds: 100, isRead: true }))
    const merged = await laptop.call('PUT /account/reading', {
      events: [anEvent(id, { seconds: 50, isRead: true, day: '2026-11-21' })],
      unlocked: [],
    })
    expect(merged.stories).toMatchObject([{ seconds: 150, isRead: true, lastOn: '2026-11-21' }])
    expect(merged.days).toEqual(['2026-11-20', '2026-11-21'])
    expect(await send(phone)).toEqual(merged)
  })

  test('uploaded twice at once is counted once', async () => {
    const reader = await aReader()
    const { id } = await aStory()
    const events = Array.from({ length: 30 }, () => anEvent(id, { seconds: 10 }))
    await Promise.all([
      send(reader, ...events),
      send(reader, ...[...events].reverse()),
      send(reader, ...events),
    ])
    expect((await send(reader)).stories).toMatchObject([{ seconds: 300 }])
  })

  test('follows the rules for any mixture of two devices’ uploads', async () => {
    const stories = await Promise.all([aStory(), aStory(), aStory()])
    const events = Array.from({ length: 8 }, (_, n) =>
      anEvent(stories[n % 3]?.id ?? '', {
        day: `2026-11-1${n}`,
        seconds: 20 * n,
        isRead: n % 3 === 0,
      }),
    )
    const whole = recordWith(
      noReading,
      events.map((event) => ({ ...event, ...facts })),
    )
    const sorted = <T extends { storyId: string }>(all: T[]) =>
      [...all].sort((a, b) => a.storyId.localeCompare(b.storyId))
    const step = fc.record({
      among: fc.shuffledSubarray(events, { minLength: 1 }),
      grown: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 4 }), async (steps) => {
        await sql`delete from rate_limits`
        const reader = await aReader()
        // Events that are sent on the way are shorter than they end; some calls come twice, at once.
        for (const { among, grown } of steps) {
          const sent = among.map((event) => ({
            ...event,
            seconds: Math.floor(event.seconds * grown),
            isRead: event.isRead && grown === 1,
          }))
          await Promise.all([send(reader, ...sent), send(reader, ...[...sent].reverse())])
        }
        const { stories: label, days } = await send(reader, ...events)
        expect(sorted(label)).toEqual(sorted(whole.stories))
        expect(days).toEqual(whole.days)
      }),
      { numRuns: runs({ sample: 5, long: 100 }) },
    )
  })

  test('has the category and read time that a story had, and survives the story', async () => {
    const reader = await aReader()
    const { id } = await aStory()
    const event = anEvent(id, { isRead: true })
    const before = await send(reader, event)
    await sql`update stories set category = 'Faith and Inspiration' where id = ${id}`
    await send(reader, anEvent(id, { seconds: 0 }))
    expect(await send(reader)).toEqual(before)
    await sql`delete from stories where id = ${id}`
    expect((await send(reader, { ...event, seconds: 61 })).stories).toMatchObject([
      { storyId: id, ...facts, seconds: 61, isRead: true },
    ])
    const { reading } = await reader.call('GET /account/export', {})
    expect(reading).toMatchObject([{ storyId: id, title: null, seconds: 61, isRead: true }])
  })

  test('of stories that were never public is ignored', async () => {
    const reader = await aReader()
    const draft = await aStory({ isPublished: false })
    expect(await send(reader, anEvent(draft.id), anEvent(crypto.randomUUID()))).toEqual({
      stories: [],
      days: [],
      unlocked: [],
    })
  })

  test('of books that are read here counts minutes and days, and is no story', async () => {
    const reader = await aReader()
    const [{ id }, unread] = [await aReadableBook(), await aBook()]
    const read = { seconds: 240, isRead: true }
    const { stories, days } = await send(reader, anEvent(id, read), anEvent(unread.id, read))
    const ofBook = { storyId: id, isBook: true, lastOn: '2026-11-20', ...read }
    // Of 900 words.
    expect(stories).toMatchObject([{ ...ofBook, readTimeMinutes: 5 }])
    expect(statsOf({ stories, days }, '2026-11-20')).toEqual({
      storiesRead: 0,
      totalReadingTime: 4,
      categoriesExplored: 0,
      streakDays: 1,
    })
  })

  test('is separate from another reader’s with the same event id', async () => {
    const [one, other] = [await aReader(), await aReader()]
    const event = anEvent((await aStory()).id)
    await send(one, event)
    await send(other, { ...event, seconds: 5 })
    expect((await send(one)).stories).toMatchObject([{ seconds: 60 }])
    expect((await send(other)).stories).toMatchObject([{ seconds: 5 }])
    const visitor = await aVisitor()
    await expect(send(visitor as SomeReader, event)).rejects.toMatchObject({ status: 401 })
  })

  test('is accepted from a phone with a wrong clock, but not with invalid dates', async () => {
    const reader = await aReader()
    const { id } = await aStory()
    const { days } = await send(
      reader,
      anEvent(id, { day: '1970-01-01', isRead: true }),
      anEvent(id, { day: '2099-12-31', isRead: true }),
    )
    expect(days).toEqual(['1970-01-01', '2099-12-31'])
    const wrong: Partial<ReadingEvent>[] = [
      { day: '2026-02-30' },
      { day: 'yesterday' },
      { seconds: -1 },
      { seconds: 86_401 },
      { seconds: 0.5 },
      { id: 'one' },
      { storyId: 'two' },
    ]
    for (const fields of wrong) {
      await expect(send(reader, anEvent(id, fields))).rejects.toMatchObject({ status: 400 })
    }
    const many = Array.from({ length: readingBatch + 1 }, () => anEvent(id))
    await expect(send(reader, ...many)).rejects.toMatchObject({ status: 400 })
    await send(reader, ...many.slice(1))
  })

  test('uploaded thirty times at once does not delay other readers', async () => {
    const reader = await aReader()
    const visitor = await aVisitor()
    const { id } = await aStory()
    let flood: Promise<unknown> = Promise.resolve()
    // One of the calls takes its time in the database meanwhile.
    await sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(hashtextextended(${`reading ${reader.reader.id}`}, 0))`
      flood = Promise.all(Array.from({ length: 30 }, () => send(reader, anEvent(id))))
      for (let look = 0; look < 10; look++) await visitor.call('GET /stories/featured', {})
    })
    await flood
    expect((await send(reader)).stories).toMatchObject([{ seconds: 1800 }])
  })

  test('is deleted on request', async () => {
    const reader = await aReader()
    const neighbour = await aReader()
    const { id } = await aStory()
    const unlocked = [{ id: 'first-steps' as const, unlockedAt: '2026-11-20T08:00:00.000Z' }]
    for (const { call } of [reader, neighbour]) {
      await call('PUT /account/reading', { events: [anEvent(id)], unlocked })
    }
    await reader.call('DELETE /account/reading', {})
    expect(await send(reader)).toEqual({ stories: [], days: [], unlocked: [] })
    expect(await send(neighbour)).toMatchObject({ stories: [{ seconds: 60 }], unlocked })
  })
})

describe('an achievement', () => {
  const describeResult = ({ call }: SomeReader, unlockedAt: string) =>
    call('PUT /account/reading', {
      events: [],
      unlocked: [{ id: 'speed-reader', unlockedAt }],
    })

  test('is unlocked once, at the earliest time of any device', async () => {
    const reader = await aReader()
    await describeResult(reader, '2026-11-20T08:00:00.000Z')
    await describeResult(reader, '2026-11-19T08:00:00.000Z')
    const { unlocked } = await describeResult(reader, '2026-11-21T08:00:00.000Z')
    expect(unlocked).toEqual([{ id: 'speed-reader', unlockedAt: '2026-11-19T08:00:00.000Z' }])
  })

  test('is not unlocked in the future or at an invalid date', async () => {
    const reader = await aReader()
    const { unlocked } = await describeResult(reader, '9999-01-01T00:00:00.000Z')
    expect(Date.parse(unlocked[0]?.unlockedAt ?? '')).toBeLessThanOrEqual(Date.now() + 1000)
    await expect(describeResult(reader, '0000-01-01T00:00:00.000Z')).rejects.toMatchObject({
      status: 400,
    })
  })
})
