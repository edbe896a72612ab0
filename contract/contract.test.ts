import { describe, expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { formatDate, formatShortDate } from './dates.ts'
import { between, id, paging, upTo } from './endpoints/fields.ts'
import { apiError, type ErrorName, errors } from './errors.ts'
import { readTimeMinutes } from './form-limits.ts'
import { pageSize } from './limits.ts'
import { allFeatures, bookCategories, slugOf, storyCategories } from './magazine/categories.ts'
import { originalPriceBounds, priceRanges } from './magazine/price-buckets.ts'
import { formatNaira } from './money.ts'

describe('a price', () => {
  test.each([
    [0, '₦0'],
    [20, '₦20'],
    [3500, '₦3,500'],
    [1250.5, '₦1,250.50'],
    [0.05, '₦0.05'],
    [19.99, '₦19.99'],
    [99_999_999.99, '₦99,999,999.99'],
  ])('of %d is written %s', (price, text) => {
    expect(formatNaira(price)).toBe(text)
  })
})

describe('a date', () => {
  test.each([
    ['2024-06-05T09:30:00.000Z', 'June 5, 2024', 'Jun 5, 2024'],
    ['2024-12-31T22:59:59.999Z', 'December 31, 2024', 'Dec 31, 2024'],
    // It is half past midnight in Lagos.
    ['2024-12-31T23:30:00.000Z', 'January 1, 2025', 'Jan 1, 2025'],
    ['2025-02-28T23:00:00.000Z', 'March 1, 2025', 'Mar 1, 2025'],
  ])('%s is %s to readers in Lagos', (time, long, short) => {
    expect(formatDate(time)).toBe(long)
    expect(formatShortDate(time)).toBe(short)
  })
})

describe('categories', () => {
  test('are those of the specification, All Features being a filter only', () => {
    expect(allFeatures).toBe('All Features')
    expect(storyCategories).toHaveLength(13)
    expect(storyCategories).not.toContain(allFeatures)
    expect(bookCategories).toHaveLength(12)
  })

  test('have addresses of their own, which the art understands', () => {
    const slugs = [...storyCategories, ...bookCategories].map(slugOf)
    expect(new Set(slugs).size).toBe(slugs.length)
    for (const slug of slugs) expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    expect(slugOf('Achievement in Schools (Primary, Secondary & Tertiary)')).toBe(
      'achievement-in-schools-primary-secondary-tertiary',
    )
  })

  test.each([
    [originalPriceBounds, [0, 19.99, 20, 50, 50.01]],
    [{ lowerBound: 2000, upperBound: 5000 }, [0, 1999.99, 2000, 5000, 5000.01]],
  ])('of price leave no gap and do not overlap, with bounds %j', (bounds, prices) => {
    const holds = (naira: number) =>
      Object.entries(priceRanges(bounds))
        .filter(([, bucket]) =>
          [
            bucket.under === undefined || naira < bucket.under,
            bucket.from === undefined || naira >= bucket.from,
            bucket.to === undefined || naira <= bucket.to,
            bucket.over === undefined || naira > bucket.over,
          ].every(Boolean),
        )
        .map(([name]) => name)
    expect(prices.map(holds)).toEqual([
      ['under-20'],
      ['under-20'],
      ['20-50'],
      ['20-50'],
      ['over-50'],
    ])
  })
})

describe('limits', () => {
  test('are those of the specification', () => {
    expect(readTimeMinutes).toEqual({ min: 1, max: 60, default: 5 })
    expect(pageSize).toEqual({ default: 100, max: 100 })
  })
})

describe('an error', () => {
  test.each(Object.keys(errors) as ErrorName[])('%s has a status and a sentence', (name) => {
    const { status, sentence, message } = apiError(name)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(600)
    // Two have the specification's own words, without a full stop.
    expect(sentence).toMatch(/^([A-Z].*\.|Unauthorized|Invalid username or password)$/)
    expect(message).toBe(`${status}: ${sentence}`)
  })

  test('carries the messages of the fields, and is an Error', () => {
    const rejection = apiError('invalid', { title: ['Title must be at least 10 characters'] })
    expect(rejection).toBeInstanceOf(ApiError)
    expect(rejection).toBeInstanceOf(Error)
    expect(rejection.fields).toEqual({ title: ['Title must be at least 10 characters'] })
  })

  test('in the browser has the form of the specification: status, colon, space, body', () => {
    const body = '{"message":"Unauthorized"}'
    expect(new ApiError(401, 'Unauthorized', undefined, body).message).toBe(`401: ${body}`)
  })
})

describe('a field', () => {
  test('counts its characters once the spaces around them are gone', () => {
    const title = between(3, 99, 'Too short', 'Too long')
    expect(title.parse('  abc ')).toBe('abc')
    for (const text of ['', 'ab', ' ab ', '   ']) {
      expect(title.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([
        'Too short',
      ])
    }
    expect(title.safeParse(undefined).error?.issues[0]?.message).toBe('Too short')
    expect(title.safeParse(12_345).success).toBe(false)
  })

  test('that may be left out may not be too long', () => {
    const search = upTo(3, 'Too long')
    expect(search.parse(undefined)).toBeUndefined()
    expect(search.parse('abc')).toBe('abc')
    expect(search.safeParse('abcd').error?.issues[0]?.message).toBe('Too long')
    expect(search.safeParse(['a', 'b']).success).toBe(false)
  })

  test('of an id is a uuid in either case', () => {
    expect(id.safeParse('0b7c5f0e-4d6a-4f0c-9a53-1f0e7c1f2a3b').success).toBe(true)
    expect(id.safeParse('0B7C5F0E-4D6A-4F0C-9A53-1F0E7C1F2A3B').success).toBe(true)
    for (const text of ['', '1', '0b7c5f0e4d6a4f0c9a531f0e7c1f2a3b', '{0b7c5f0e}']) {
      expect(id.safeParse(text).success).toBe(false)
    }
  })

  test('of paging is a whole number, with a default where it is left out', () => {
    expect(paging.page.parse(undefined)).toBe(1)
    expect(paging.pageSize.parse(undefined)).toBe(100)
    expect(paging.page.parse('7')).toBe(7)
    for (const text of ['0', '-1', '1.5', '', 'x', '10001', null]) {
      expect(paging.page.safeParse(text).success, String(text)).toBe(false)
    }
  })
})
