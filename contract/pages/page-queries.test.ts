import { describe, expect, test } from 'vitest'
import { readShelfQuery, readStoryQuery } from './page-queries.ts'

const query = (text: string) => new URLSearchParams(text)

describe('the address of the landing page', () => {
  test.each([
    ['', { category: undefined, page: 1 }],
    [
      'category=Fiction+with+Moral+Lessons&page=3',
      { category: 'Fiction with Moral Lessons', page: 3 },
    ],
    ['category=', { category: undefined, page: 1 }],
    ['page=0', { category: undefined, page: 1 }],
    ['page=-2', { category: undefined, page: 1 }],
    ['page=1.5', { category: undefined, page: 1 }],
    ['page=two', { category: undefined, page: 1 }],
    ['page=', { category: undefined, page: 1 }],
    ['page=10001', { category: undefined, page: 1 }],
    ['page=Infinity', { category: undefined, page: 1 }],
    ['page=2&page=3', { category: undefined, page: 2 }],
    ['unknown=1', { category: undefined, page: 1 }],
  ])('?%s asks for %o', (text, expected) => {
    expect(readStoryQuery(query(text))).toEqual(expected)
  })
})

describe('the address of the books page', () => {
  const nothing = { search: undefined, category: undefined, price: undefined, page: 1 }

  test.each([
    ['', nothing],
    [
      'search=+goat+&category=Guide&price=20-50&page=2',
      { search: 'goat', category: 'Guide', price: '20-50', page: 2 },
    ],
    ['search=&category=&price=', nothing],
    ['search=%20%20', nothing],
    ['price=cheap', nothing],
    ['price=toString', nothing],
    ['price=__proto__', nothing],
    ['page=999999', nothing],
  ])('?%s asks for %o', (text, expected) => {
    expect(readShelfQuery(query(text))).toEqual(expected)
  })

  test('is cut to what the API takes', () => {
    const { search, category } = readShelfQuery(
      query(`search=${'x'.repeat(500)}&category=${'y'.repeat(500)}`),
    )
    expect([search?.length, category?.length]).toEqual([200, 200])
  })
})
