import { deleteOldAnsweredWrites } from './http/idempotency.ts'
import { pruneRevisions } from './magazine/documents/prune-revisions.ts'
import { deleteCounted, forgetWithoutKey } from './magazine/stories/stories.queries.ts'
import { storyMails } from './magazine/stories/story-mails.ts'
import type { MailTexts } from './mails/mail-texts.ts'
import { deleteOldMails } from './mails/mails.queries.ts'
import { deleteOldRecipients } from './newsletter/issues/issues.queries.ts'
import {
  deleteOldWithdrawals,
  deleteUnconfirmed,
} from './newsletter/subscribers/subscribers.queries.ts'
import { deleteOldEvents } from './newsletter/suppressions/mail-events.queries.ts'
import { deleteOldSuppressions } from './newsletter/suppressions/suppressions.queries.ts'
import { accountMails } from './readers/accounts/account-mails.ts'
import { deleteExpired } from './readers/accounts/accounts.queries.ts'
import { guardianMails } from './readers/guardians/guardian-mails.ts'
import { deleteUnconfirmedGuardians } from './readers/guardians/guardians.queries.ts'
import { orderMails } from './shop/orders/order-mails.ts'
import { deleteUnpaidBuyers } from './shop/orders/orders.queries.ts'
import { requestMails } from './shop/requests/request-mails.ts'
import { deleteOldActivity, foldFailedSignIns } from './staff/activity/activity.queries.ts'
import { staffMails } from './staff/people/staff-mails.ts'
import { deleteExpiredOfStaff } from './staff/sign-in/staff-sessions.queries.ts'

// The mail texts and cleanups of all domains.

export const mailsByKind: MailTexts = {
  ...accountMails,
  ...storyMails,
  ...guardianMails,
  ...requestMails,
  ...orderMails,
  ...staffMails,
  letterTest: ({ subject, ...parts }) => ({ subject: `Test: ${subject}`, ...parts }),
}

/** Each deletes what has expired. */
export const cleanups = (): (() => Promise<unknown>)[] => [
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
  deleteUnconfirmedGuardians,
  pruneRevisions,
  deleteExpiredOfStaff,
  foldFailedSignIns,
  deleteOldActivity,
]
