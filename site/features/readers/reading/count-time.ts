// How a reader's time becomes seconds. Moments are milliseconds on a clock that all tabs share and that nobody sets
// (performance.timeOrigin + performance.now()); only a browser that is started again may have another.

/** Nothing happened for so long: the reader is away. */
export const awayAfterMs = 30_000

/** Tabs whose browser adjusted its clock between their opening differ by this at most. */
const toleranceMs = 60_000

interface Stretch {
  from: number
  to: number
}

/**
 * What of a stretch nobody has counted yet, in whole seconds, and up to when everything is counted then. A moment
 * that lies ahead was noted by a clock that has been set back since, and says nothing.
 */
export function countStretch({ from, to }: Stretch, countedUntil: number, now: number) {
  const known = countedUntil > now + toleranceMs ? 0 : countedUntil
  const start = Math.max(from, known)
  const seconds = Math.max(0, Math.floor((to - start) / 1000))
  return { seconds, countedUntil: seconds > 0 ? start + seconds * 1000 : known }
}

/** Watches when a reader is there: the page is seen, and something happened not long ago. */
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
    /** Something happened. */
    touch(now: number) {
      if (now > activeUntil) cut(now)
      from ??= now
      activeUntil = now + awayAfterMs
    },

    /** The page is not seen any more. */
    hide: cut,

    /** The seconds since the last time that no other tab has counted. */
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
      // The part of a second that is over counts with the next ones.
      const last = stretches.at(-1)
      if (isGoingOn) from = Math.min(now, Math.max(last?.from ?? now, until))
      stretches = []
      return { seconds, countedUntil: until }
    },
  }
}
