/** Drag offset times velocity that makes a swipe (specification 4.16), in px · px/s. */
const threshold = 10_000

/**
 * The direction of a drag: to the left is next, to the right is previous.
 * `offset` in px, `velocity` in px a second, both negative towards the left.
 */
export function swipeOf(offset: number, velocity: number): 'next' | 'previous' | 'none' {
  if (Math.abs(offset) * Math.abs(velocity) <= threshold) return 'none'
  return offset < 0 ? 'next' : 'previous'
}
