import { oneLine } from '../text.ts'

/** The lengths of a review: of its text as people count, of its name, and of what the database holds of the text. */
export const reviewLengths = { text: 600, name: 60, stored: 2400 } as const

/** How many a page of all shows; a book's page has the newest with so many characters in all, for its weight, or one. */
export const shownReviews = { onPage: 20, onBook: 3, charactersOnBook: 600 } as const

/** Picks those that stand on the page of a book, whole. */
export function reviewsOnBook<R extends { text: string }>(newest: readonly R[]): R[] {
  let left: number = shownReviews.charactersOnBook
  return newest.slice(0, shownReviews.onBook).filter(({ text }, index) => {
    left -= text.length
    return index === 0 || left >= 0
  })
}

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Whether a review has at most 600 characters, of which ọ̀ is one. */
export function isShortReview(text: string): boolean {
  return (
    [...text].length <= reviewLengths.stored &&
    [...characters.segment(text)].length <= reviewLengths.text
  )
}

/** Plain text with its paragraphs: without control characters, and without those that turn the direction of what follows. */
export function plainReview(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim()
}

/** The name that is shown unless another one is typed: first name and initial. */
export function publicName(name: string): string {
  const [first = '', ...others] = oneLine(plainReview(name)).split(' ')
  const [initial] = others.at(-1) ?? ''
  // A capital letter may be three: ΐ.
  const short = [...first].slice(0, reviewLengths.name - 6).join('') || 'A reader'
  return initial ? `${short} ${initial.toUpperCase()}.` : short
}
