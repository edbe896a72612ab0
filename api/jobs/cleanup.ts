import type { Logger } from 'pino'
import { deleteOldAnsweredWrites } from '#api/http/idempotency.ts'
import { thinRevisions } from '#api/magazine/drafts/prune-revisions.ts'
import { deleteCounted, forgetWithoutKey } from '#api/magazine/stories/stories.queries.ts'
import { deleteOldMails } from '#api/mails/mails.queries.ts'
import { deleteOldRecipients } from '#api/newsletter/issues/issues.queries.ts'
import {
  deleteOldWithdrawals,
  deleteUnconfirmed,
} from '#api/newsletter/subscribers/subscribers.queries.ts'
import { deleteOldEvents } from '#api/newsletter/suppressions/mail-events.queries.ts'
import { deleteOldSuppressions } from '#api/newsletter/suppressions/suppressions.queries.ts'
import { deleteExpired } from '#api/readers/accounts/accounts.queries.ts'
import { deleteGuardiansWhoDoNotAgree } from '#api/readers/guardians/guardians.queries.ts'
import { deleteUnpaidBuyers } from '#api/shop/orders/orders.queries.ts'
import { deleteOldActivity, foldFailedSignIns } from '#api/staff/activity/activity.queries.ts'
import { deleteExpiredOfStaff } from '#api/staff/sign-in/staff-sessions.queries.ts'
import { startLoop } from './background-loop.ts'

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
