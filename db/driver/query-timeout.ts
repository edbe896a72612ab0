import { DatabaseUnavailableError } from '#db/driver/database-unavailable.ts'

/** The limit for a connection and for the reply together. */
export const queryTimeoutMs = 10_000
/** More would only time out later. */
const mostWaiting = 2_000
const checkMs = 250

interface Waiting {
  since: number
  until: number
  isLate: boolean
  giveUp(fault: DatabaseUnavailableError): void
}

/** It is called with the fault, if there was one. */
type Leave = (fault?: unknown) => void

/**
 * Bounds the wait in time and number. Time in which this process itself stood still does not count: the reply may be
 * there unread. Once nothing has come for the whole time, one query probes the server while others fail at once.
 * `onLate` is called for each timeout.
 */
export function queryTimeout(onLate: () => void, withinMs = queryTimeoutMs) {
  const waiting = new Set<Waiting>()
  let lateCount = 0
  let repliedAt = 0
  let isSilent = false
  let probe: Waiting | undefined
  let timer: NodeJS.Timeout | undefined
  let checkAt = 0

  const check = () => {
    timer = undefined
    const now = performance.now()
    const stoodStillMs = now - checkAt
    for (const entry of waiting) {
      entry.until = Math.min(entry.until + stoodStillMs, now + withinMs)
    }
    for (const entry of waiting) {
      if (now < entry.until) break
      waiting.delete(entry)
      lateCount++
      entry.isLate = true
      if (probe === entry) probe = undefined
      if (repliedAt < entry.since) isSilent = true
      onLate()
      entry.giveUp(unavailable(`it has not replied for ${withinMs / 1000} s`))
    }
    schedule()
  }
  const schedule = () => {
    if (waiting.size > 0 && !timer) {
      const pauseMs = Math.min(checkMs, withinMs)
      checkAt = performance.now() + pauseMs
      timer = setTimeout(check, pauseMs).unref()
    }
  }

  return {
    /** Throws when waiting would be in vain; with `isUnderWay` never, for what has begun. */
    enter(giveUp: Waiting['giveUp'], isUnderWay = false): Leave {
      if (!isUnderWay && isSilent && probe) throw unavailable('it does not reply to others')
      if (!isUnderWay && waiting.size + lateCount >= mostWaiting)
        throw unavailable('too many wait for it')
      const since = performance.now()
      const entry: Waiting = { since, until: since + withinMs, isLate: false, giveUp }
      if (isSilent) probe ??= entry
      waiting.add(entry)
      schedule()
      let hasLeft = false
      return (fault) => {
        if (hasLeft) return
        hasLeft = true
        if (entry.isLate) lateCount--
        else waiting.delete(entry)
        if (probe === entry) probe = undefined
        if (fault instanceof DatabaseUnavailableError && fault.isBroken) {
          // An immediate refusal is a reply; an address from which nothing comes is not.
          isSilent = fault.code === 'CONNECT_TIMEOUT'
        } else {
          isSilent = false
          repliedAt = performance.now()
        }
      }
    },
  }
}

function unavailable(reason: string): DatabaseUnavailableError {
  return new DatabaseUnavailableError(Object.assign(new Error(reason), { code: 'NO_ANSWER' }), true)
}
