import { mostFound } from '#contract/shop/reading.ts'

export function sayFound(count: number, query: string): string {
  if (count === 0) return `Nothing found for “${query}”. Try fewer letters of one word.`
  if (count === mostFound) return `The first ${mostFound} places with “${query}”`
  return `${count} ${count === 1 ? 'place' : 'places'} with “${query}”`
}
