import { expect, test } from 'vitest'
import { storiesOfWeek } from './week.ts'

const now = Date.parse('2026-03-20T12:00:00Z')
const published = (...daysAgo: number[]) =>
  daysAgo.map((days) => ({ publishedAt: new Date(now - days * 86_400_000).toISOString() }))

test('this week has the stories of the last seven days', () => {
  expect(storiesOfWeek(published(0, 3, 6.9, 7, 8), now)).toHaveLength(3)
})

test('a week without stories offers the newest six, and a busy one at most twelve', () => {
  const old = published(8, 9, 10, 11, 12, 13, 14, 15)
  expect(storiesOfWeek(old, now)).toEqual(old.slice(0, 6))
  expect(storiesOfWeek(published(...Array(20).fill(1)), now)).toHaveLength(12)
  expect(storiesOfWeek([], now)).toEqual([])
  expect(storiesOfWeek([{ publishedAt: null }], now)).toHaveLength(1)
})
