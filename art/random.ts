/** Numbers in [0, 1), always the same row of them for the same seed. */
export type Random = () => number

/** mulberry32, started from the eight hex digits of `seedOf`. */
export function randomFrom(seed: string): Random {
  let state = Number.parseInt(seed, 16) | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function pick<T>(random: Random, list: readonly T[]): T {
  const chosen = list[Math.floor(random() * list.length)]
  if (chosen === undefined) throw new RangeError('There is nothing to pick from an empty list.')
  return chosen
}

/** `count` different entries, in a drawn order. */
export function pickSome<T>(random: Random, list: readonly T[], count: number): T[] {
  const left = [...list]
  return Array.from({ length: count }, () => {
    const chosen = pick(random, left)
    left.splice(left.indexOf(chosen), 1)
    return chosen
  })
}

/** True in the given share of draws: `happens(random, 0.34)` is true one time in three. */
export function happens(random: Random, share: number): boolean {
  return random() < share
}
