import { describe, expect, test } from 'vitest'
import { nextDigest, originalDigestTimes } from '#contract/newsletter/digest-times.ts'
import { digestName, inWords, nextMorning } from './publish-times.ts'

const now = new Date('2026-11-23T13:00:00Z')

test.each([
  ['2026-11-24T06:00:00Z', 'Tuesday 24 November, 07:00, in 17 hours'],
  ['2026-11-23T13:20:00Z', 'Monday 23 November, 14:20, in 20 minutes'],
  ['2026-11-23T13:00:10Z', 'Monday 23 November, 14:00, in 1 minute'],
  ['2026-11-20T09:00:00Z', 'Friday 20 November, 10:00, which is over'],
  ['2026-11-27T06:00:00Z', 'Friday 27 November, 07:00, in 4 days'],
  ['2099-05-01T13:30:00Z', 'Friday 1 May 2099, 14:30, in 72 years'],
])('a publisher reads when a story is published: %s', (at, words) => {
  expect(inWords(new Date(at), now)).toBe(words)
})

test.each([
  ['2026-11-23T13:00:00Z', '2026-11-24T06:00:00.000Z'],
  // Half past midnight in Lagos.
  ['2026-11-23T23:30:00Z', '2026-11-25T06:00:00.000Z'],
])('the time that is offered at %s is the next morning in Lagos', (at, morning) => {
  expect(nextMorning(new Date(at))).toBe(morning)
})

describe('a story is in the digest that is sent next', () => {
  test.each([
    ['weekly', '2026-11-23T13:00:00Z', 'Saturday’s digest', '2026-11-28T07:00:00.000Z'],
    ['weekly', '2026-11-28T06:59:00Z', 'Saturday’s digest', '2026-11-28T07:00:00.000Z'],
    ['weekly', '2026-11-28T07:00:00Z', 'Saturday’s digest', '2026-12-05T07:00:00.000Z'],
    ['monthly', '2026-12-31T13:00:00Z', 'Monthly digest of 1 January', '2027-01-01T07:00:00.000Z'],
  ] as const)('%s, published %s', (digest, publishedAt, name, at) => {
    const next = nextDigest(digest, new Date(publishedAt), originalDigestTimes, null)
    expect(next.toISOString()).toBe(at)
    expect(digestName(digest, next)).toBe(name)
  })
})
