import { availableParallelism } from 'node:os'
import type { Options } from '@node-rs/argon2'
import { Piscina } from 'piscina'
import { hashing } from '#contract/form-limits.ts'

/**
 * The threads have low priority, where the system has priorities: on two cores, two hashes at normal priority double
 * the time of a page. It is not the lowest, so that a sign-in under load still gets a tenth of a core. With two cores
 * or more, one is left to the pages.
 */
const threads = new Piscina({
  filename: new URL('./argon2-thread.mjs', import.meta.url).href,
  minThreads: 0,
  maxThreads: Math.max(1, Math.min(hashing.atOnce, availableParallelism() - 1)),
  idleTimeout: 60_000,
  // As in encode-difference.ts.
  atomics: 'disabled',
  niceIncrement: 10,
})

export function hashInThread(password: string, cost: Options): Promise<string> {
  return threads.run({ password, cost }, { name: 'toHash' })
}

export function verifyInThread(stored: string, password: string): Promise<boolean> {
  return threads.run({ stored, password }, { name: 'isRight' })
}
