import type { Logger } from 'pino'
import { deleteExpired } from './accounts/accounts.queries.ts'
import { deleteOldActivity, foldFailedSignIns } from './admin/activity/activity.queries.ts'
import { thinRevisions } from './drafts/thin-revisions.ts'
import { deleteGuardiansWhoDoNotAgree } from './guardians/guardians.queries.ts'
import { startLoop } from './http/background-loop.ts'
import { deleteOldAnsweredWrites } from './http/idempotency.ts'
import { deleteOldRecipients } from './letters/letters.queries.ts'
import { deleteOldEvents } from './mail-events/mail-events.queries.ts'
import { deleteOldMails } from './mails/mails.queries.ts'
import { deleteOldWithdrawals, deleteUnconfirmed } from './newsletter/newsletter.queries.ts'
import { deleteOldSuppressions } from './newsletter/suppressions.queries.ts'
import { deleteUnpaidBuyers } from './orders/orders.queries.ts'
import { deleteExpiredOfStaff } from './staff/staff-sessions.queries.ts'
import { deleteCounted, forgetWithoutKey } from './stories/stories.queries.ts'

const anHourMs = 60 * 60 * 1000

/** Deletes what has expired, once an hour; any number of replicas may run it. */
export function startCleanup(
  log: Logger,
  others: (() => Promise<unknown>)[],
): { stop(): Promise<void> } {
  const cleanups = [
    deleteExpired,
    deleteOldAnsweredWrites,
    deleteOldMails,
    deleteOldRecipients,
    deleteOldEvents,
    deleteOldSuppressions,
    deleteUnconfirmed,
    deleteOldWithdrawals,
    deleteUnpaidBuyers,
    deleteCounted,
    forgetWithoutKey(),
    deleteGuardiansWhoDoNotAgree,
    thinRevisions,
    deleteExpiredOfStaff,
    foldFailedSignIns,
    deleteOldActivity,
    ...others,
  ]
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
