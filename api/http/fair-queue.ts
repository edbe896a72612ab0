import type { ApiError } from '#contract/api-error.ts'

export interface Caller {
  network: string
  /** Goes before everybody else. */
  isKnown?: boolean
}

interface Place {
  network: string
  /** Callers of the same network before it; less than zero for known ones. */
  rank: number
  start(): void
  refuse(): void
}

/**
 * Runs at most `atOnce` tasks. Others wait in turns by network, so that one network cannot delay another. Where no
 * place is left, whoever would be served last is refused.
 */
export function fairQueue(
  limits: { atOnce: number; places: number; ofOneNetwork: number; seconds: number },
  refusal: () => ApiError,
) {
  const waiting: Place[] = []
  let running = 0

  function wait({ network, isKnown }: Caller): Promise<void> {
    const before = waiting.filter((place) => place.network === network && place.rank >= 0).length
    const rank = isKnown ? -1 : before
    if (rank >= limits.ofOneNetwork) throw refusal()
    if (waiting.length >= limits.places) {
      const last = waiting.at(-1)
      if (!last || last.rank <= rank) throw refusal()
      last.refuse()
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => place.refuse(), limits.seconds * 1000)
      const place: Place = {
        network,
        rank,
        start() {
          clearTimeout(timer)
          resolve()
        },
        refuse() {
          clearTimeout(timer)
          waiting.splice(waiting.indexOf(place), 1)
          reject(refusal())
        },
      }
      const behind = waiting.findIndex((other) => other.rank > rank)
      waiting.splice(behind < 0 ? waiting.length : behind, 0, place)
    })
  }

  return async <T>(caller: Caller, task: () => Promise<T>): Promise<T> => {
    if (running < limits.atOnce) running++
    else await wait(caller)
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next.start()
      else running--
    }
  }
}
