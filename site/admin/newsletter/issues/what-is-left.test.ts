import { expect, test } from 'vitest'
import { percentDone, whatIsLeft } from './what-is-left.ts'

const nobody = { waiting: 0, handingOver: 0, deferred: 0, nextTryAt: null, perMinute: 40 }

test.each([
  [{ waiting: 75, handingOver: 5 }, 'About 2 minutes left. You can close this page.'],
  [{ waiting: 3 }, 'About a minute left. You can close this page.'],
  [{ handingOver: 3 }, '3 being delivered: about a minute left, or 3 if a sender stopped.'],
  [
    { waiting: 1, deferred: 1, nextTryAt: '2026-11-23T09:30:00.000Z' },
    '1 mail server asked us to wait. Next try 23 Nov 2026, 10:30.',
  ],
  [
    { waiting: 5, deferred: 2, nextTryAt: '2026-11-23T09:30:00.000Z' },
    'About a minute left. You can close this page. 2 mail servers asked us to wait. Next try 23 Nov 2026, 10:30.',
  ],
  [{}, 'Nobody is left.'],
])('of a newsletter under way the page tells only what is so: %j', (left, words) => {
  expect(whatIsLeft({ ...nobody, ...left })).toBe(words)
})

test.each([
  [{ recipients: 4812, waiting: 1783, handingOver: 0 }, 62],
  [{ recipients: 1000, waiting: 1, handingOver: 0 }, 99],
  [{ recipients: 10, waiting: 0, handingOver: 1 }, 90],
  [{ recipients: 10, waiting: 0, handingOver: 0 }, 100],
  [{ recipients: 0, waiting: 0, handingOver: 0 }, 100],
])('all is done only when nobody is left: %j', (counts, percent) => {
  expect(percentDone(counts)).toBe(percent)
})
