import type { ApiError } from '#contract/api-error.ts'
import { apiErrorLater } from '#contract/errors.ts'
import { hashing } from '#contract/form-limits.ts'
import { hashInThread, verifyInThread } from './hash-in-thread.ts'

// OWASP's parameters: 19 MB and two passes.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashing takes threads that files, compression and look-ups of names need, too (docs/decisions/0011). */
const inTurn = fairQueue(hashing, () => apiErrorLater('signInBusy', hashing.seconds))

/** Throws with `Retry-After` when too many wait. */
export function hashPassword(password: string, caller: Caller): Promise<string> {
  return inTurn(caller, () => hashInThread(sameOnAllKeyboards(password), cost))
}

let nobodys: Promise<string> | undefined

/**
 * Takes as long for an unknown reader or one without a password: the time must not reveal accounts. Throws with
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

/** One keyboard writes ọ̀ as one character, another as three. */
function sameOnAllKeyboards(password: string): string {
  return password.normalize('NFC')
}

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
