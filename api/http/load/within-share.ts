/** What comes on top is made up. */
const mostKeys = 50_000

/**
 * Counts in memory, because only the truth of figures depends on it, and nothing is stored: returns whether this one is within
 * the share of its key.
 */
export function shareOf(most: number, windowMs: number) {
  let counts = new Map<string, number>()
  let began = 0
  return (key: string, now = Date.now()): boolean => {
    if (now - began >= windowMs) {
      counts = new Map()
      began = now
    }
    const count = (counts.get(key) ?? 0) + 1
    if (count === 1 && counts.size >= mostKeys) return false
    counts.set(key, count)
    return count <= most
  }
}
