import type { Logger } from 'pino'
import { startLoop } from '#api/jobs/background-loop.ts'
import { flushCounts } from './counts.queries.ts'
import { makePartitions, rollUp } from './roll-up.queries.ts'

const flushEveryMs = 10_000
const rollUpEveryMs = 10 * 60 * 1000

/** Writes counts every ten seconds and makes days of them every ten minutes; stopping writes what there is. */
export function startStats(log: Logger): { stop(): Promise<void> } {
  const flushing = startLoop({
    work: flushCounts,
    everyMs: flushEveryMs,
    isDelayed: true,
    log,
    failure: 'counts were not written',
  })
  const rollingUp = startLoop({
    async work() {
      await makePartitions()
      await rollUp()
    },
    everyMs: rollUpEveryMs,
    log,
    failure: 'figures were not rolled up',
  })
  return {
    async stop() {
      await Promise.all([flushing.stop(), rollingUp.stop()])
      await flushCounts().catch((err: unknown) => log.warn({ err }, 'counts were not written'))
    },
  }
}
