import { expect, test } from 'vitest'
import { type Revision, toSessions, usualPair } from './editing-sessions.ts'

const revision = (
  number: number,
  time: string,
  savedByName = 'Ada',
  kind: Revision['kind'] = 'saved',
): Revision => ({ number, kind, savedByName, savedAt: `2026-11-20T${time}:00Z`, words: 1 })

const numbers = (revisions: Revision[]) =>
  toSessions(revisions).map(({ newest, others }) => [newest, ...others].map((r) => r.number))

test('the saves of one person without a pause of ten minutes are one editing session', () => {
  expect(
    numbers([
      revision(6, '12:30'),
      revision(5, '12:21'),
      revision(4, '12:12'),
      revision(3, '12:02'),
      revision(2, '12:01', 'Bola'),
      revision(1, '12:00'),
    ]),
  ).toEqual([[6, 5, 4], [3], [2], [1]])
  expect(toSessions([])).toEqual([])
})

test('a restored, submitted or conflicting revision is an editing session of its own', () => {
  expect(
    numbers([
      revision(5, '12:05'),
      revision(4, '12:04', 'Ada', 'restored'),
      revision(3, '12:03', 'Ada', 'aside'),
      revision(2, '12:02'),
      revision(1, '12:01', 'Ada', 'original'),
    ]),
  ).toEqual([[5], [4], [3], [2], [1]])
})

test('the newest revision is compared with that of the previous session', () => {
  const saved = [
    revision(5, '12:40', 'Bola', 'aside'),
    revision(4, '12:31'),
    revision(3, '12:30'),
    revision(2, '12:01'),
    revision(1, '12:00'),
  ]
  expect(usualPair(saved, 4)).toEqual({ before: 2, after: 4 })
  // One editing session is compared with its beginning.
  expect(usualPair(saved.slice(1, 3), 4)).toEqual({ before: 3, after: 4 })
  expect(usualPair(saved.slice(3), 4)).toEqual({ before: 2, after: 4 })
  expect(usualPair(saved.slice(4), 1)).toBeNull()
})
