// How a reader's time becomes seconds. Times are milliseconds on a clock that all tabs share and that nobody sets
// (performance.timeOrigin + performance.now()); only a restarted browser may have another.

/** Without input for so long, the reader is away. */
export const awayAfterMs = 30_000

/** The most by which clocks of tabs differ whose browser adjusted its clock between their opening. */
const toleranceMs = 60_000

interface Stretch {
  from: number
  to: number
}

/**
 * The part of an interval that was not counted yet, in whole seconds, and the time up to which everything is counted
 * then. A time in the future was stored by a clock that has been set back since, and is ignored.
 */
export function countStretch({ from, to }: Stretch, countedUntil: number, now: number) {
  const known = countedUntil > now + toleranceMs ? 0 : countedUntil
  const start = Math.max(from, known)
  const seconds = Math.max(0, Math.floor((to - start) / 1000))
  return { seconds, countedUntil: seconds > 0 ? start + seconds * 1000 : known }
}

/** Tracks when a reader is present: the page is visible, and there was input not long ago. */
export function startWatch(startedAt: number) {
  let from: number | undefined = startedAt
  let activeUntil = startedAt + awayAfterMs
  let stretches: Stretch[] = []

  const cut = (now: number) => {
    if (from === undefined) return
    const to = Math.min(now, activeUntil)
    if (to > from) stretches.push({ from, to })
    from = undefined
  }

  return {
    /** Input of the reader. */
    touch(now: number) {
      if (now > activeUntil) cut(now)
      from ??= now
      activeUntil = now + awayAfterMs
    },

    /** The page was hidden. */
    hide: cut,

    /** The seconds since the last call that no other tab has counted. */
    take(now: number, countedUntil: number) {
      const isGoingOn = from !== undefined && now <= activeUntil
      cut(now)
      let seconds = 0
      let until = countedUntil
      for (const stretch of stretches) {
        const counted = countStretch(stretch, until, now)
        seconds += counted.seconds
        until = counted.countedUntil
      }
      // The fraction of a second is carried over.
      const last = stretches.at(-1)
      if (isGoingOn) from = Math.min(now, Math.max(last?.from ?? now, until))
      stretches = []
      return { seconds, countedUntil: until }
    },
  }
}
