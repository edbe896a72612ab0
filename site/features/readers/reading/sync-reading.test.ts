import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { noReading, type ReadingEvent, recordWith } from '#contract/magazine/reading.ts'
import {
  type Kept,
  readingRecord,
  toKept,
  withoutAccount,
} from '#site/lib/reading/reading-record.ts'
import { takeAnswer } from './sync-reading.ts'

const facts = { category: 'Lifestyle and Culture', readTimeMinutes: 5 }
const stories = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`)
const empty: Kept = { events: [], unlocked: [], countedUntil: 0 }
const unlockedAt = '2026-11-20T08:00:00.000Z'

/** The rules of the account (api/readers/reading), reduced: an event counts once, at its greatest. */
function anAccount() {
  const events = new Map<string, ReadingEvent>()
  return {
    put(sent: ReadingEvent[]) {
      for (const event of sent) {
        const before = events.get(event.id)
        events.set(event.id, {
          ...event,
          seconds: Math.max(event.seconds, before?.seconds ?? 0),
          isRead: event.isRead || (before?.isRead ?? false),
        })
      }
      return {
        ...recordWith(
          noReading,
          [...events.values()].map((event) => ({ ...event, ...facts })),
        ),
        unlocked: [],
      }
    },
  }
}

/** Reads on, as the tracker records it. */
function read(kept: Kept, storyId: string, seconds: number, isRead: boolean): Kept {
  const day = '2026-11-21'
  const today = kept.events.find((event) => event.storyId === storyId) ?? {
    id: crypto.randomUUID(),
    storyId,
    day,
    seconds: 0,
    isRead: false,
    ...facts,
  }
  const event = { ...today, seconds: today.seconds + seconds, isRead: today.isRead || isRead }
  return { ...kept, events: [...kept.events.filter((one) => one !== today), event] }
}

const secondsIn = (kept: Kept) =>
  readingRecord(kept).stories.reduce((sum, { seconds }) => sum + seconds, 0)

describe('device and account', () => {
  test('agree in the end, in any order of reading, requests and lost answers', () => {
    const step = fc.oneof(
      fc.record({
        what: fc.constant('read' as const),
        device: fc.nat({ max: 1 }),
        story: fc.constantFrom(...stories),
        seconds: fc.nat({ max: 90 }),
        isRead: fc.boolean(),
      }),
      fc.record({
        what: fc.constantFrom('send' as const, 'answer' as const, 'lose' as const),
        device: fc.nat({ max: 1 }),
      }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const account = anAccount()
        const devices = [empty, empty]
        const underWay: { device: number; sent: Kept['events'] }[] = []
        let total = 0
        const readStories = new Set<string>()
        for (const one of steps) {
          const kept = devices[one.device] ?? empty
          if (one.what === 'read') {
            const before = secondsIn(kept)
            devices[one.device] = read(kept, one.story, one.seconds, one.isRead)
            total += one.seconds
            if (one.isRead) readStories.add(one.story)
            expect(secondsIn(devices[one.device] ?? empty)).toBe(before + one.seconds)
          } else if (one.what === 'send') {
            underWay.push({ device: one.device, sent: kept.events })
          } else {
            const call = underWay.shift()
            if (!call) continue
            const answer = account.put(call.sent)
            const mine = devices[call.device] ?? empty
            // A lost answer changes nothing here, but the account has the events.
            if (one.what === 'answer') devices[call.device] = takeAnswer(mine, call.sent, answer)
          }
        }
        for (const round of [0, 1, 2]) {
          for (const [index, kept] of devices.entries()) {
            const answer = account.put(kept.events)
            devices[index] = takeAnswer(kept, kept.events, answer)
            if (round > 0) expect(devices[index]?.events).toEqual([])
          }
        }
        for (const kept of devices) {
          expect(secondsIn(kept)).toBe(total)
          const finished = readingRecord(kept).stories.filter(({ isRead }) => isRead)
          expect(new Set(finished.map(({ storyId }) => storyId))).toEqual(readStories)
        }
      }),
      { numRuns: 1000 },
    )
  })

  test('celebrate an achievement once', () => {
    const kept: Kept = { ...empty, unlocked: [{ id: 'first-steps', unlockedAt }] }
    const answer = { ...noReading, unlocked: [{ id: 'first-steps' as const, unlockedAt }] }
    expect(takeAnswer(kept, [], answer).unlocked).toEqual([])
    expect(takeAnswer(kept, [], { ...answer, unlocked: [] }).unlocked).toEqual(kept.unlocked)
  })
})

describe('after signing out', () => {
  test('a device keeps only the reading that the account does not have', () => {
    const [story = '', other = ''] = stories
    const before = read(read(empty, story, 30, false), other, 20, false)
    const answered = takeAnswer(read(before, story, 12, true), before.events, {
      ...recordWith(noReading, before.events),
      unlocked: [{ id: 'story-master', unlockedAt }],
    })
    const left = withoutAccount(answered)
    expect(left.account).toBeUndefined()
    expect(left.events).toMatchObject([{ storyId: story, seconds: 12, isRead: true }])
    // It is a separate event: no other account gets the part that the first one has.
    expect(left.events[0]?.id).not.toBe(before.events[0]?.id)
    expect(
      withoutAccount({ ...left, unlocked: [{ id: 'story-master', unlockedAt }] }).unlocked,
    ).toEqual([])
    expect(
      withoutAccount({ ...left, unlocked: [{ id: 'first-steps', unlockedAt }] }).unlocked,
    ).toHaveLength(1)
  })
})

describe('the stored reading record', () => {
  const [storyId = ''] = stories
  const event = { ...read(empty, storyId, 30, false).events[0] }

  test('is read as it was written', () => {
    const kept = {
      events: [event],
      unlocked: [{ id: 'first-steps', unlockedAt, isTold: true }],
      account: {
        stories: [{ storyId, ...facts, seconds: 9, isRead: true, lastOn: '2026-11-20' }],
        days: ['2026-11-20'],
        unlocked: [{ id: 'speed-reader', unlockedAt }],
      },
      countedUntil: 1234,
    }
    expect(toKept(JSON.parse(JSON.stringify(kept)))).toEqual(kept)
  })

  test.each([
    null,
    42,
    'rubbish',
    [],
    {},
    { events: 'x' },
    { events: [null, 3] },
    { unlocked: {} },
  ])('is empty when the storage has %j', (value) => {
    expect(toKept(value)).toEqual(empty)
  })

  test.each([
    { day: '2026-02-30' },
    { day: 7 },
    { seconds: -1 },
    { seconds: 1.5 },
    { seconds: 86_401 },
    { seconds: null },
    { taken: 31 },
    { id: 'one' },
    { storyId: 'DROP TABLE' },
    { isRead: 'yes' },
    { category: 5 },
    { readTimeMinutes: Number.NaN },
  ])('drops an event that has %j, which the account would reject', (fields) => {
    expect(toKept({ events: [{ ...event, ...fields }, event] }).events).toEqual([event])
  })

  test('is valid, whatever the storage has', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const kept = toKept(value)
        expect(toKept(kept)).toEqual(kept)
        expect(() => readingRecord(kept)).not.toThrow()
      }),
    )
  })
})
