import type { Context } from 'koa'
import type { ApiError } from '#contract/api-error.ts'
import { networkOf } from './rate-limit.ts'

export interface Caller {
  network: string
  /** A known device goes to the front of the queue. */
  isKnown?: boolean
  /** Nobody waits any more for what it was called for. */
  left?: AbortSignal
}

/** Whoever sent the request; it has left when its connection is closed. */
export function callerOf(ctx: Context): Caller {
  const leaving = new AbortController()
  ctx.res.once('close', () => leaving.abort())
  if (ctx.res.destroyed) leaving.abort()
  return { network: networkOf(ctx.ip), left: leaving.signal }
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
 * when it is full, its last task is rejected. Whoever leaves gives up the place.
 */
export function fairQueue(
  limits: { atOnce: number; places: number; ofOneNetwork: number; seconds: number },
  refusal: () => ApiError,
) {
  const waiting: Place[] = []
  let running = 0

  function wait({ network, isKnown, left }: Caller): Promise<void> {
    const before = waiting.filter((place) => place.network === network && place.rank >= 0).length
    const rank = isKnown ? -1 : before
    if (rank >= limits.ofOneNetwork) throw refusal()
    if (waiting.length >= limits.places) {
      const last = waiting.at(-1)
      if (!last || last.rank <= rank) throw refusal()
      last.refuse()
    }
    return new Promise((resolve, reject) => {
      const giveUp = () => place.refuse()
      const timer = setTimeout(giveUp, limits.seconds * 1000)
      left?.addEventListener('abort', giveUp)
      const clear = () => {
        clearTimeout(timer)
        left?.removeEventListener('abort', giveUp)
      }
      const place: Place = {
        network,
        rank,
        start() {
          clear()
          resolve()
        },
        refuse() {
          clear()
          waiting.splice(waiting.indexOf(place), 1)
          reject(refusal())
        },
      }
      const behind = waiting.findIndex((other) => other.rank > rank)
      waiting.splice(behind < 0 ? waiting.length : behind, 0, place)
    })
  }

  return async <T>(caller: Caller, task: () => Promise<T>): Promise<T> => {
    if (caller.left?.aborted) throw refusal()
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
