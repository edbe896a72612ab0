import { describe, expect, test } from 'vitest'
import { swipeOf } from './swipe.ts'

describe('a drag of the carousel', () => {
  test.each([
    [-100, -101, 'next'],
    [-11, -1000, 'next'],
    [100, 101, 'previous'],
    [11, 1000, 'previous'],
    // Offset times velocity must exceed 10,000.
    [-100, -100, 'none'],
    [100, 100, 'none'],
    [-5, -1000, 'none'],
    [300, 10, 'none'],
    [0, 0, 'none'],
    [0, 100_000, 'none'],
  ] as const)('of %d px at %d px a second turns it: %s', (offset, velocity, way) => {
    expect(swipeOf(offset, velocity)).toBe(way)
  })
})
