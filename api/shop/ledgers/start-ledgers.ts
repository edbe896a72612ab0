import type { Logger } from 'pino'
import { startLoop } from '#api/jobs/background-loop.ts'
import { dayMs, minuteMs } from '#contract/days.ts'
import { postMissing } from './ledger.queries.ts'
import { mailStatements } from './mail-statements.ts'

/** Posts sales that are missing and mails the statements of the last month; any number of replicas may do so. */
export function startLedgers(log: Logger): { stop(): Promise<void> } {
  const loops = [
    startLoop({
      work: postMissing,
      everyMs: dayMs,
      log,
      failure: 'sales could not be posted to the ledger',
    }),
    startLoop({
      work: () => mailStatements(new Date()),
      everyMs: 5 * minuteMs,
      log,
      failure: 'statements could not be mailed',
    }),
  ]
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}
