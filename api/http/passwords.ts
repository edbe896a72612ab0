import type { ApiError } from '#contract/api-error.ts'
import { apiErrorLater } from '#contract/errors.ts'
import { hashing } from '#contract/form-limits.ts'
import { hashInThread, verifyInThread } from './hash-in-thread.ts'

// OWASP's parameters: 19 MB and two passes.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Limits hashing, which would take the CPU from all other requests (docs/decisions/0011). */
const inTurn = fairQueue(hashing, () => apiErrorLater('signInBusy', hashing.seconds))

/** Throws with `Retry-After` when too many wait. */
export function hashPassword(password: string, caller: Caller): Promise<string> {
  return inTurn(caller, () => hashInThread(sameOnAllKeyboards(password), cost))
}

let nobodys: Promise<string> | undefined

/**
 * Takes as long for an unknown reader or one without a password, so that the time does not reveal accounts. Throws with
 * `Retry-After` when too many wait.
 */
export function isPasswordOf(
  stored: string | null | undefined,
  password: string,
  caller: Caller,
): Promise<boolean> {
  return inTurn(caller, async () => {
    nobodys ??= hashInThread('nobody has this password', cost)
    const isRight = await verifyInThread(stored ?? (await nobodys), sameOnAllKeyboards(password))
    return isRight && typeof stored === 'string'
  })
}

/** Keyboards write ọ̀ as one code point or as three. */
function sameOnAllKeyboards(password: string): string {
  return password.normalize('NFC')
}

export interface Caller {
  network: string
  /** A known device goes to the front of the queue. */
  isKnown?: boolean
}

interface Place {
  network: string
  /** How many of the same network are ahead; negative for known devices. */
  rank: number
  start(): void
  refuse(): void
}

/**
 * Runs at most `atOnce` tasks at a time. The queue is round-robin by network, so that one network cannot delay another;
 * when it is full, its last task is rejected.
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
