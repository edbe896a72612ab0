import { beforeEach, expect, test, vi } from 'vitest'
import { noteOfflineRead } from './offline-reads.ts'
import { keepPlace } from './reading-places.ts'
import { $reading, changeKept, readKept, unlockReached } from './reading-record.ts'
import { rememberKey } from './remembers-reading.ts'

let stored: Map<string, string>

beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  $reading.set({ events: [], unlocked: [], countedUntil: 0 })
  return () => vi.unstubAllGlobals()
})

const story = { storyId: '00000000-0000-4000-8000-000000000001', readTimeMinutes: 5 }

/** All that is noted as a story is read to its end, and another is left in the middle. */
function read() {
  const event = { id: crypto.randomUUID(), ...story, category: 'Faith', day: '2026-11-29' }
  changeKept((kept) => ({ ...kept, events: [{ ...event, seconds: 120, isRead: true }] }))
  unlockReached()
  keepPlace({ ...story, title: 'One', fraction: 0.5, paragraph: 3, within: 0 }, false)
  noteOfflineRead(story.storyId)
}

const written = ['ascend.journey', 'ascend.places', 'ascend.offline-reads']

test.each([
  ['a reader whose browser asks for nothing', { doNotTrack: null }, undefined, written],
  ['one who asks not to be tracked', { doNotTrack: '1' }, undefined, []],
  ['one who asks so and wants to be remembered', { doNotTrack: '1' }, 'on', written],
  ['one who wants nothing remembered', { doNotTrack: null }, 'off', []],
])('of %s the phone keeps what it may', (_who, navigator, choice, keys) => {
  vi.stubGlobal('navigator', navigator)
  if (choice) stored.set(rememberKey, choice)
  read()
  expect([...stored.keys()].filter((key) => key !== rememberKey)).toEqual(keys)
  expect(readKept().unlocked.map(({ id }) => id)).toEqual(keys.length > 0 ? ['first-steps'] : [])
})
