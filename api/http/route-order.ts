/** Sorts paths so that what is fixed comes before a parameter in its place: `/stories/featured`, then `/stories/:id`. */
export function fixedFirst(one: string, other: string): number {
  const [first, second] = [sortKey(one), sortKey(other)]
  return first < second ? -1 : first > second ? 1 : 0
}

/** Behind every sign that a path may have. */
function sortKey(path: string): string {
  return path.replace(/:\w+/g, '\uffff')
}
