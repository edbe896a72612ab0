import { expect, test } from 'vitest'
import { originalBooks } from '#contract/magazine/category-list.ts'
import { coverSubject, ownLooks, withOwnArt } from './own-looks.ts'

const aCategory = {
  id: 'success-story',
  name: 'Success Story',
  was: [],
  description: 'Of success.',
}
const page =
  '<img src="/api/art/story/well-done/0ddba115.svg"><img src="/api/art/book/well-done/0ddba115.svg">'

test('categories as they were at first change nothing of a page', () => {
  const looks = ownLooks({ categories: { stories: [aCategory], books: originalBooks() } })
  expect(looks.onPage).toEqual({ badges: undefined, art: undefined })
  expect(withOwnArt(page, looks.art)).toBe(page)
})

test('a renamed category keeps its badge and its art', () => {
  const stories = [{ ...aCategory, name: 'Well Done', was: ['Success Story'] }]
  const { badges, art } = ownLooks({ categories: { stories, books: [] } })
  expect(badges).toEqual({ 'Well Done': 'badge bg-gold text-on-gold' })
  expect(withOwnArt(page, art)).toBe(page.replace('story/well-done', 'story/success-story'))
})

test('a category of books has the badge and the covers that it was given', () => {
  const well = { id: 'well-done', name: 'Well Done', was: [], description: '' }
  const books = [{ ...well, colour: 'red' as const, art: 'adire' }]
  const settings = { categories: { stories: [], books } }
  const { bookBadges, art } = ownLooks(settings)
  expect(bookBadges).toEqual({ 'Well Done': 'badge bg-red text-on-red' })
  expect(withOwnArt(page, art)).toBe(page.replace('book/well-done', 'book/art-adire'))
  expect(coverSubject(settings, 'Well Done')).toBe('art-adire')
})
