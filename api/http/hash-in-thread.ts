import { availableParallelism } from 'node:os'
import type { Options } from '@node-rs/argon2'
import { Piscina } from 'piscina'
import { hashing } from '#contract/form-limits.ts'

/**
 * Threads that give way: on two cores two hashes at usual priority double what readers wait for their pages. Where
 * the system knows no such thing they run as all others do. Not the lowest: whoever signs in while many read gets a
 * tenth of a core at least. One core is left to the readers where there are two or more.
 */
const threads = new Piscina({
  filename: new URL('./argon2-thread.mjs', import.meta.url).href,
  minThreads: 0,
  maxThreads: Math.max(1, Math.min(hashing.atOnce, availableParallelism() - 1)),
  idleTimeout: 60_000,
  niceIncrement: 10,
})

export function hashInThread(password: string, cost: Options): Promise<string> {
  return threads.run({ password, cost }, { name: 'toHash' })
}

export function verifyInThread(stored: string, password: string): Promise<boolean> {
  return threads.run({ stored, password }, { name: 'isRight' })
}
