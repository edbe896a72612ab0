import type { Logger } from 'pino'
import { startLoop } from './background-loop.ts'

const anHourMs = 60 * 60 * 1000

/** Deletes what has expired, once an hour; any number of replicas may run it. */
export function startCleanup(
  log: Logger,
  cleanups: readonly (() => Promise<unknown>)[],
): { stop(): Promise<void> } {
  const failure = 'cleanup failed'
  return startLoop({
    async work(signal) {
      for (const cleanUp of cleanups) {
        if (signal.aborted) return
        await cleanUp().catch((error: unknown) => log.warn({ err: error }, failure))
      }
    },
    everyMs: anHourMs,
    log,
    failure,
  })
}
