/** Places that a search shows. */
export const mostFound = 50

export function sayFound(count: number, query: string): string {
  if (count === 0) return `Nothing found for “${query}”. Try fewer letters of one word.`
  return count < mostFound
    ? `${count} ${count === 1 ? 'place' : 'places'} with “${query}”`
    : `The first ${mostFound} places with “${query}”`
}
