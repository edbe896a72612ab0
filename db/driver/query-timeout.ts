import { DatabaseUnavailableError } from '#db/database-unavailable.ts'

/** No query waits longer, be it for a connection or for the reply. */
export const queryTimeoutMs = 10_000
/** So many may wait at once: more would only be refused later. */
const mostWaiting = 2_000
/** How exactly the time is measured. */
const checkMs = 250

interface Waiting {
  since: number
  isLate: boolean
  giveUp(fault: DatabaseUnavailableError): void
}

/** To be called when there is a reply, or with the fault that came in its place. */
type Leave = (fault?: unknown) => void

/**
 * Bounds the wait for a database that is slow or silent: in time, in number, and, once nothing has come for the whole
 * time, to one query that probes it while all others are refused at once. `onLate` is called for each that waited in
 * vain.
 */
export function queryTimeout(onLate: () => void, withinMs = queryTimeoutMs) {
  const waiting = new Set<Waiting>()
  let lateCount = 0
  let repliedAt = 0
  let isSilent = false
  let probe: Waiting | undefined
  let timer: NodeJS.Timeout | undefined

  const check = () => {
    timer = undefined
    const now = Date.now()
    for (const entry of waiting) {
      if (now - entry.since < withinMs) break
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
      timer = setTimeout(check, Math.min(checkMs, withinMs)).unref()
    }
  }

  return {
    /** Throws when waiting would be in vain; `isUnderWay`: never throws, for what has begun. */
    enter(giveUp: Waiting['giveUp'], isUnderWay = false): Leave {
      if (!isUnderWay && isSilent && probe) throw unavailable('it does not reply to others')
      if (!isUnderWay && waiting.size + lateCount >= mostWaiting)
        throw unavailable('too many wait for it')
      const entry: Waiting = { since: Date.now(), isLate: false, giveUp }
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
          // Refused at once is as good as a reply; an address from which nothing comes is not.
          isSilent = fault.code === 'CONNECT_TIMEOUT'
        } else {
          isSilent = false
          repliedAt = Date.now()
        }
      }
    },
  }
}

function unavailable(reason: string): DatabaseUnavailableError {
  return new DatabaseUnavailableError(Object.assign(new Error(reason), { code: 'NO_ANSWER' }), true)
}
