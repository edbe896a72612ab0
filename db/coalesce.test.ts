import { expect, test } from 'vitest'
import { coalesce } from './coalesce.ts'

/** A question whose answers are given by hand. */
function aQuestion() {
  const asked: { answer(text: string): void; fail(): void }[] = []
  const ask = () =>
    new Promise<string>((resolve, reject) => {
      asked.push({ answer: resolve, fail: () => reject(new Error('no answer')) })
    })
  return { asked, ask }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a call during a run gets the result of the next run, never of one that began before it', async () => {
  const shared = coalesce<string>()
  const { asked, ask } = aQuestion()
  const first = shared('a', ask)
  const others = Array.from({ length: 50 }, () => shared('a', ask))
  expect(asked).toHaveLength(1)
  asked[0]?.answer('old')
  expect(await first).toBe('old')
  await settled()
  expect(asked).toHaveLength(2)
  const late = shared('a', ask)
  asked[1]?.answer('newer')
  expect(await Promise.all(others)).toEqual(Array(50).fill('newer'))
  await settled()
  asked[2]?.answer('newest')
  expect(await late).toBe('newest')
})

test('a call with another key does not wait', async () => {
  const shared = coalesce<string>()
  const slow = aQuestion()
  const quick = aQuestion()
  void shared('slow', slow.ask)
  const answer = shared('quick', quick.ask)
  quick.asked[0]?.answer('here')
  expect(await answer).toBe('here')
})

test('an error reaches the calls that waited for the run, and no later call', async () => {
  const shared = coalesce<string>()
  const { asked, ask } = aQuestion()
  const first = shared('a', ask)
  const waiting = shared('a', ask)
  asked[0]?.fail()
  await expect(first).rejects.toThrow('no answer')
  await settled()
  asked[1]?.answer('well again')
  expect(await waiting).toBe('well again')
  await settled()
  const later = shared('a', ask)
  asked[2]?.answer('still well')
  expect(await later).toBe('still well')
})
