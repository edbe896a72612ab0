import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boundsOf, bucketOf, p75, vitals } from './stats.ts'

test('every value lies within the bounds of its bucket', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...vitals),
      fc.double({ min: 0, max: 1000, noNaN: true }),
      (name, value) => {
        const bucket = bucketOf(name, value)
        const [from, to] = boundsOf(name, bucket)
        expect(value).toBeGreaterThanOrEqual(from * 0.999_999)
        if (bucket < 90) expect(value).toBeLessThanOrEqual(to * 1.000_001)
      },
    ),
  )
})

test('the p75 of many values is right to a tenth', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 100, max: 20_000 }), { minLength: 20, maxLength: 300 }),
      (values) => {
        const buckets = new Map<number, number>()
        for (const value of values) {
          const bucket = bucketOf('LCP', value)
          buckets.set(bucket, (buckets.get(bucket) ?? 0) + 1)
        }
        const sorted = values.toSorted((a, b) => a - b)
        const exact = sorted[Math.ceil(values.length * 0.75) - 1] ?? 0
        const found = p75('LCP', buckets) ?? 0
        expect(Math.abs(found - exact) / exact).toBeLessThanOrEqual(0.1)
      },
    ),
  )
})

test('there is no p75 of nothing', () => {
  expect(p75('CLS', new Map())).toBeUndefined()
})
