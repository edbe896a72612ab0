import { readTimeMinutes } from './form-limits.ts'

const wordsAMinute = 200

/** The minutes that a text is likely to take; the default while there is no text (specification 4.1.7). */
export function readTimeOf(text: string): number {
  const words = text.match(/\S+/g)?.length ?? 0
  if (words === 0) return readTimeMinutes.default
  const minutes = Math.ceil(words / wordsAMinute)
  return Math.min(readTimeMinutes.max, Math.max(readTimeMinutes.min, minutes))
}
