import fc from 'fast-check'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  mostQueued,
  type Queued,
  queueKey,
  readQueue,
  withoutSent,
  withPress,
  writeQueue,
} from './like-queue.ts'

const presses = fc.array(fc.tuple(fc.integer({ min: 1, max: 80 }).map(String), fc.boolean()), {
  maxLength: 200,
})

test('the queue has the last like of each story, of the latest fifty stories', () => {
  fc.assert(
    fc.property(presses, (all) => {
      const queue = all.reduce<Queued[]>((before, [id, liked]) => withPress(before, id, liked), [])
      const last = new Map(all)
      expect(new Set(queue.map(([id]) => id)).size).toBe(queue.length)
      expect(queue).toHaveLength(Math.min(last.size, mostQueued))
      for (const [id, liked] of queue) expect(liked).toBe(last.get(id))
    }),
  )
})

test('a sent like leaves the queue, unless the reader clicked again since', () => {
  const queue: Queued[] = [
    ['a', true],
    ['b', true],
  ]
  expect(withoutSent(queue, ['a', true])).toEqual([['b', true]])
  expect(withoutSent(withPress(queue, 'a', false), ['a', true])).toHaveLength(2)
})

/** Who is signed in, by the cookie that a script may read; nobody when it is empty. */
const now = (reader: string) =>
  vi.stubGlobal('document', { cookie: reader && `signed_in=1.${reader}` })

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  return () => vi.unstubAllGlobals()
})

test('a queued like is not sent for the next reader on the same phone', () => {
  now('ada')
  writeQueue(withPress(readQueue(), 'a', true))
  expect(readQueue()).toEqual([['a', true]])
  for (const next of ['', 'bayo']) {
    now(next)
    expect(readQueue()).toEqual([])
  }
})

test.each([
  'null',
  '42',
  '[["a",true]]',
  '{"reader":".ada","presses":7}',
  '{"reader":".ada","presses":[null,["a"],[3,true]]}',
  '{',
])('%s in the storage is no like', (rubbish) => {
  now('ada')
  localStorage.setItem(queueKey, rubbish)
  expect(readQueue()).toEqual([])
})
