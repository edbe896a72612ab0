import { expect, test } from 'vitest'
import { ByteCache, heldByCaches } from './byte-cache.ts'

test('a cache never holds more than its bound, and forgets what nobody has asked for longest', () => {
  const cache = new ByteCache<string>('letters', 100)
  const held = () => heldByCaches().find(({ name }) => name === 'letters')?.bytes
  for (const key of ['a', 'b', 'c']) cache.put(key, key, 30)
  expect(held()).toBe(90)
  expect(cache.find('a')).toBe('a')
  cache.put('d', 'd', 40)
  expect(held()).toBe(100)
  expect(['a', 'b', 'c', 'd'].map((key) => cache.find(key))).toEqual(['a', undefined, 'c', 'd'])
  // The same key again replaces its bytes.
  cache.put('a', 'A', 10)
  expect(held()).toBe(80)
  cache.put('e', 'e', 101)
  expect(held()).toBe(0)
})
