import { pino } from 'pino'
import { expect, test } from 'vitest'
import { zstdEncoder } from './encode-difference.ts'

test('a difference comes from a thread that ends when nobody needs it, and starts again for the next', async () => {
  const { encode, isAwake, wake, stop } = zstdEncoder(pino({ level: 'silent' }), undefined, 1)
  const page = Buffer.from('a page of some words '.repeat(500))
  for (let round = 0; round < 2; round++) {
    expect((await encode(page, page))?.length).toBeLessThan(100)
    await expect.poll(isAwake).toBe(false)
  }
  wake()
  expect(isAwake()).toBe(true)
  await stop()
})
