import { DatabaseUnavailableError } from '#db/database-unavailable.ts'

/** Nobody waits longer for the database, whether in the queue for a connection or for the answer itself. */
export const queryTimeoutMs = 10_000
/** So many may wait at once: behind them stand readers who would only be refused later. */
const mostWaiting = 2_000
/** How exactly the time is kept. */
const lookMs = 250

interface Waiting {
  since: number
  isLate: boolean
  giveUp(fault: DatabaseUnavailableError): void
}

/** To be called when there is an answer, or with the fault that came in its place. */
type Leave = (fault?: unknown) => void

/**
 * Bounds the wait for a database that is slow or says nothing at all: in time, in number, and, once nothing has come
 * for the whole time, to one that tries while all others are refused at once. `wasLate` hears of each that waited in
 * vain.
 */
export function queryTimeout(wasLate: () => void, withinMs = queryTimeoutMs) {
  const inTime = new Set<Waiting>()
  let late = 0
  let answeredAt = 0
  let isSilent = false
  let tries: Waiting | undefined
  let timer: NodeJS.Timeout | undefined

  const look = () => {
    timer = undefined
    const now = Date.now()
    for (const one of inTime) {
      if (now - one.since < withinMs) break
      inTime.delete(one)
      late++
      one.isLate = true
      if (tries === one) tries = undefined
      if (answeredAt < one.since) isSilent = true
      wasLate()
      one.giveUp(away(`it has not answered for ${withinMs / 1000} s`))
    }
    lookAgain()
  }
  const lookAgain = () => {
    if (inTime.size > 0 && !timer) {
      timer = setTimeout(look, Math.min(lookMs, withinMs)).unref()
    }
  }

  return {
    /** Throws when it is better not to wait at all; `isUnderWay`: what has begun is never refused that way. */
    enter(giveUp: Waiting['giveUp'], isUnderWay = false): Leave {
      if (!isUnderWay && isSilent && tries) throw away('it has not answered others')
      if (!isUnderWay && inTime.size + late >= mostWaiting) throw away('too many wait for it')
      const one: Waiting = { since: Date.now(), isLate: false, giveUp }
      if (isSilent) tries ??= one
      inTime.add(one)
      lookAgain()
      let isGone = false
      return (fault) => {
        if (isGone) return
        isGone = true
        if (one.isLate) late--
        else inTime.delete(one)
        if (tries === one) tries = undefined
        if (fault instanceof DatabaseUnavailableError && fault.isBroken) {
          // Refused at once is as good as an answer; an address from which nothing comes is not.
          isSilent = fault.code === 'CONNECT_TIMEOUT'
        } else {
          isSilent = false
          answeredAt = Date.now()
        }
      }
    },
  }
}

function away(what: string): DatabaseUnavailableError {
  return new DatabaseUnavailableError(Object.assign(new Error(what), { code: 'NO_ANSWER' }), true)
}
