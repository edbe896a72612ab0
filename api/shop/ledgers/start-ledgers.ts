import type { Logger } from 'pino'
import { startLoop } from '#api/jobs/background-loop.ts'
import { minuteMs } from '#contract/days.ts'
import { mailStatements } from './mail-statements.ts'

/** Mails the statements of the last month; any number of replicas may do so. */
export function startLedgers(log: Logger): { stop(): Promise<void> } {
  return startLoop({
    work: () => mailStatements(new Date()),
    everyMs: 5 * minuteMs,
    log,
    failure: 'statements could not be mailed',
  })
}
