import { describe, expect, test } from 'vitest'
import { coverTitleClass, coverTitleSize } from './cover-title.ts'

describe('the title on a cover', () => {
  test.each([
    ['Roots', 18],
    ['A Good Harvest', 14],
    ['The Quiet Ledger Year', 14],
    ['What My Grandmother Knew', 12],
    ['Before You Choose a Course of Study', 12],
    ['The Oldest Person in the Swimming Class and Me', 10],
    ['Four Girls, One Farm Road, and the Long Way Home from School', 9],
  ])('"%s" takes %d percent of its width', (title, size) => {
    expect(coverTitleSize(title)).toBe(size)
  })

  test.each([
    ['Responsibility', 10],
    ['Counterproductiveness', 7],
    ['Un-forgettable', 12],
    ['Pneumonoultramicroscopicsilicovolcanoconiosis', 7],
  ])('"%s" shrinks until its longest word fits', (title, size) => {
    expect(coverTitleSize(title)).toBe(size)
  })

  test('counts a letter with combining marks, or outside the BMP, as one', () => {
    expect(coverTitleSize('Ọ̀ṣun Ọlá')).toBe(coverTitleSize('Oosun Ola'))
    expect(coverTitleSize('🌍🌍🌍')).toBe(18)
  })

  test.each(['', ' ', '-'])('of "%s" has a size all the same', (title) => {
    expect(coverTitleSize(title)).toBe(18)
  })

  test('is written in its size', () => {
    expect(coverTitleClass('Roots')).toBe('text-[18.5cqw]')
    expect(coverTitleClass('Counterproductiveness')).toBe('text-[7cqw]')
  })
})
