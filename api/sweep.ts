import type { Logger } from 'pino'
import { forgetExpired } from './accounts/accounts.queries.ts'
import { forgetAnsweredWrites } from './http/answer-once.ts'
import { forgetOldMails } from './mails/mails.queries.ts'
import { forgetUnconfirmed } from './newsletter/newsletter.queries.ts'
import { forgetPublisherSessions } from './publisher/publisher.queries.ts'

const anHourMs = 60 * 60 * 1000

/** Once an hour, takes away what time has made worthless. Any number of replicas may do so at once. */
export function startSweep(log: Logger, others: (() => Promise<unknown>)[]): { stop(): void } {
  const sweep = async () => {
    for (const take of [
      forgetExpired,
      forgetAnsweredWrites,
      forgetOldMails,
      forgetUnconfirmed,
      forgetPublisherSessions,
      ...others,
    ]) {
      await take().catch((error: unknown) => log.warn({ err: error }, 'the sweep left something'))
    }
  }
  const timer = setInterval(sweep, anHourMs)
  timer.unref()
  void sweep()
  return { stop: () => clearInterval(timer) }
}
