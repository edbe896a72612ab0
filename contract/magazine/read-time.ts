import { readTimeMinutes, wordsAMinute } from '../form-limits.ts'

/** The one count of words: of a text as one reads it, without the signs of its Markdown. */
export const countWords = (text: string) => text.match(/\S+/g)?.length ?? 0

/** The estimated minutes; the default for an empty text (specification 4.1.7). */
export function readTimeOf(text: string): number {
  const words = countWords(text)
  if (words === 0) return readTimeMinutes.default
  const minutes = Math.ceil(words / wordsAMinute)
  return Math.min(readTimeMinutes.max, Math.max(readTimeMinutes.min, minutes))
}
