import { readTimeMinutes } from '#contract/form-limits.ts'

const wordsAMinute = 200

/** The minutes that a story of this text is likely to take; the default while there is no text. */
export function proposeReadTime(text: string): number {
  const words = text.match(/\S+/g)?.length ?? 0
  if (words === 0) return readTimeMinutes.default
  const minutes = Math.ceil(words / wordsAMinute)
  return Math.min(readTimeMinutes.max, Math.max(readTimeMinutes.min, minutes))
}
