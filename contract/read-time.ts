import { readTimeMinutes } from './form-limits.ts'

const wordsAMinute = 200

/** Estimated minutes; the default for an empty text (specification 4.1.7). */
export function readTimeOf(text: string): number {
  const words = text.match(/\S+/g)?.length ?? 0
  if (words === 0) return readTimeMinutes.default
  const minutes = Math.ceil(words / wordsAMinute)
  return Math.min(readTimeMinutes.max, Math.max(readTimeMinutes.min, minutes))
}
