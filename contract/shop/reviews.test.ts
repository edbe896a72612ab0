import { describe, expect, test } from 'vitest'
import { isShortReview, plainReview, publicName, reviewsOnBook } from './reviews.ts'

describe('the name shown with a review', () => {
  test.each([
    ['Ngozi Bassey-Udo', 'Ngozi B.'],
    ['  ada   nwa  obi ', 'ada O.'],
    ['Ọlá Ṣóyínká', 'Ọlá Ṣ.'],
    ['Tamuno', 'Tamuno'],
    ['😀 😀', '😀 😀.'],
    ['a\u0000b\nc', 'ab C.'],
    ['\u0001', 'A reader'],
  ])('of %j is %j', (name, shown) => {
    expect(publicName(name)).toBe(shown)
  })

  test('is short, whatever was typed as a name', () => {
    for (const name of ['n'.repeat(100), `${'n'.repeat(98)} ΐ`, '😀'.repeat(100)]) {
      expect([...publicName(name)].length).toBeLessThanOrEqual(60)
    }
  })
})

test('a review keeps its paragraphs and loses what is no text', () => {
  expect(plainReview('\r\n One\r\n\r\nTwo\rThree\u0000\u202e\u2066 \n')).toBe('One\n\nTwo\nThree')
  expect(plainReview('👩‍👧')).toBe('👩‍👧')
})

test('600 characters are what people count, unless one of them is endless', () => {
  for (const one of ['a', 'ọ̀'.normalize('NFC'), '🇳🇬', '👍🏾']) {
    expect(isShortReview(one.repeat(600)), one).toBe(true)
    expect(isShortReview(one.repeat(601)), one).toBe(false)
  }
  expect(isShortReview(`a${'\u0301'.repeat(2400)}`)).toBe(false)
})

test('the page of a book has whole reviews, the newest, of 600 characters in all or one', () => {
  const review = (length: number) => ({ text: 'a'.repeat(length) })
  const lengths = (...all: number[]) =>
    reviewsOnBook(all.map(review)).map(({ text }) => text.length)
  expect(lengths()).toEqual([])
  expect(lengths(900, 1)).toEqual([900])
  expect(lengths(200, 200, 200)).toEqual([200, 200, 200])
  expect(lengths(300, 400, 100)).toEqual([300])
  expect(lengths(1, 1, 1, 1)).toEqual([1, 1, 1])
})
