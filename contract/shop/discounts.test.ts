import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { highestPrice, quantity } from '../form-limits.ts'
import { discountOf } from './discounts.ts'

const price = fc.integer({ min: 0, max: Math.round(highestPrice * 100) * quantity.max })
const percent = fc.integer({ min: 1, max: 100 })

describe('a discount', () => {
  test.each([
    [100_000, 10, 10_000],
    [999, 10, 99],
    [99, 1, 0],
    [1, 99, 0],
    [1, 100, 1],
    [375_225, 33, 123_824],
    [4_999_999_999_500, 33, 1_649_999_999_835],
  ])('of %d kobo at %d percent is %d whole kobo', (kobo, percent, off) => {
    expect(discountOf(kobo, { percent, offKobo: null })).toBe(off)
  })

  test('in percent is the whole part of the exact one, for every price and percentage', () => {
    fc.assert(
      fc.property(price, percent, (kobo, percent) => {
        const exact = (BigInt(kobo) * BigInt(percent)) / 100n
        expect(discountOf(kobo, { percent, offKobo: null })).toBe(Number(exact))
      }),
      { numRuns: 2000 },
    )
  })

  test('never leaves a total below nothing, nor above the price', () => {
    const terms = fc.oneof(
      fc.record({ percent, offKobo: fc.constant(null) }),
      fc.record({
        percent: fc.constant(null),
        offKobo: fc.integer({ min: 1, max: 9_999_999_999 }),
      }),
    )
    fc.assert(
      fc.property(price, terms, (kobo, terms) => {
        const total = kobo - discountOf(kobo, terms)
        expect(Number.isSafeInteger(total)).toBe(true)
        expect(total).toBeGreaterThanOrEqual(0)
        expect(total).toBeLessThanOrEqual(kobo)
      }),
      { numRuns: 2000 },
    )
  })

  test('of 100 percent leaves nothing, and a larger percentage never less than a smaller one', () => {
    fc.assert(
      fc.property(price, percent, percent, (kobo, one, other) => {
        const off = (percent: number) => discountOf(kobo, { percent, offKobo: null })
        expect(off(100)).toBe(kobo)
        if (one <= other) expect(off(one)).toBeLessThanOrEqual(off(other))
      }),
    )
  })
})
