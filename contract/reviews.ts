import { oneLine } from './text.ts'

/** Of a review: as people count, of its name, and what the database holds of the text. */
export const reviewLengths = { text: 600, name: 60, stored: 2400 } as const

/** How many a book's page shows, and a page of all. */
export const shownReviews = { onBook: 3, onPage: 20 } as const

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
  const [first = '', ...others] = oneLine(name).split(' ')
  const [initial] = others.at(-1) ?? ''
  const short = [...first].slice(0, reviewLengths.name - 3).join('')
  return initial ? `${short} ${initial.toUpperCase()}.` : short
}
