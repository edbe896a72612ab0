import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mostQueued, type Queued, withoutSent, withPress } from './like-queue.ts'

const presses = fc.array(fc.tuple(fc.integer({ min: 1, max: 80 }).map(String), fc.boolean()), {
  maxLength: 200,
})

test('of each story the last press waits, once, and of the stories the latest fifty', () => {
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

test('what was sent waits no longer, unless the story was pressed again meanwhile', () => {
  const queue: Queued[] = [
    ['a', true],
    ['b', true],
  ]
  expect(withoutSent(queue, ['a', true])).toEqual([['b', true]])
  expect(withoutSent(withPress(queue, 'a', false), ['a', true])).toHaveLength(2)
})
