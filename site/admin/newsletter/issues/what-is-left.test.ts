import { expect, test } from 'vitest'
import { whatIsLeft } from './what-is-left.ts'

const nobody = { waiting: 0, handingOver: 0, deferred: 0, nextTryAt: null, perMinute: 40 }

test.each([
  [{ waiting: 75, handingOver: 5 }, '80 to go, at most 40 a minute: about 2 minutes.'],
  [{ waiting: 3 }, '3 to go, at most 40 a minute: about a minute.'],
  [{ handingOver: 3 }, '3 being handed over: a minute, or 3 where a sender stopped in the middle.'],
  [
    { waiting: 1, deferred: 1, nextTryAt: '2026-11-23T09:30:00.000Z' },
    'There is one whose server could not take the mail yet; tried again from 23 Nov 2026, 10:30 on.',
  ],
  [
    { waiting: 5, deferred: 2, nextTryAt: '2026-11-23T09:30:00.000Z' },
    '3 to go, at most 40 a minute: about a minute. There are 2 whose servers could not take the mail yet; tried again from 23 Nov 2026, 10:30 on.',
  ],
  [{}, 'Nobody is left.'],
])('of a letter under way the page tells only what is so: %j', (left, words) => {
  expect(whatIsLeft({ ...nobody, ...left })).toBe(words)
})
