import type { Logger } from 'pino'
import { forgetExpired } from './accounts/accounts.queries.ts'
import { forgetPublisherSessions } from './admin/sign-in/publisher.queries.ts'
import { forgetAnsweredWrites } from './http/idempotency.ts'
import { forgetOldMails } from './mails/mails.queries.ts'
import { forgetUnconfirmed } from './newsletter/newsletter.queries.ts'

const anHourMs = 60 * 60 * 1000

/**
 * Once an hour, takes away what time has made worthless. Any number of replicas may do so at once. `stop` waits for what
 * has begun, so that the database is not taken away under it.
 */
export function startCleanup(
  log: Logger,
  others: (() => Promise<unknown>)[],
): { stop(): Promise<void> } {
  let isStopped = false
  let sweeping: Promise<void> = Promise.resolve()
  const sweepAll = async () => {
    for (const take of [
      forgetExpired,
      forgetAnsweredWrites,
      forgetOldMails,
      forgetUnconfirmed,
      forgetPublisherSessions,
      ...others,
    ]) {
      if (isStopped) return
      await take().catch((error: unknown) => log.warn({ err: error }, 'the sweep left something'))
    }
  }
  const sweep = () => {
    sweeping = sweepAll()
  }
  const timer = setInterval(sweep, anHourMs)
  timer.unref()
  sweep()
  return {
    async stop() {
      isStopped = true
      clearInterval(timer)
      await sweeping
    },
  }
}
