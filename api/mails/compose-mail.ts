import type { Mail } from '#api/integrations/integrations.ts'
import type { ComposeWith } from './mail-texts.ts'
import {
  countAlike,
  isProvenAddress,
  type MailKind,
  type QueuedMail,
  takeGathered,
  toPublisher,
} from './mails.queries.ts'
import { renderMail } from './render-mail.ts'

/** Mails an hour to one mailbox. More are dropped; those to the publisher are not. */
const mostAnHour: Record<MailKind, number> = {
  welcome: 3,
  reset: 3,
  newsletter: 3,
  staffPassword: 3,
  staffSecondStep: 3,
  staffReader: 3,
  orderLinks: 3,
  guardianRequest: 3,
  submission: 10,
  request: 10,
  freeReceipt: 10,
  gift: 10,
  // What only the publisher or a payment causes.
  staffInvitation: 60,
  letterTest: 60,
  staffNewDevice: 60,
  staffProgramSignIn: 60,
  storyPublished: 60,
  storyReturned: 60,
  storyEdit: 60,
  storyDeclined: 60,
  guardianAnswer: 10,
  requestAccepted: 60,
  requestDeclined: 60,
  requestQuestion: 60,
  receipt: 60,
  orderReview: 60,
  refunded: 60,
  giftEnded: 60,
  submissionNotice: Number.POSITIVE_INFINITY,
  editAnswer: Number.POSITIVE_INFINITY,
  // Each takes an editor who scheduled it before.
  storyLeftSchedule: Number.POSITIVE_INFINITY,
  guardianNotice: Number.POSITIVE_INFINITY,
  requestNotice: Number.POSITIVE_INFINITY,
  orderReviewNotice: Number.POSITIVE_INFINITY,
  orderConcern: Number.POSITIVE_INFINITY,
}

/** Nothing if there is no recipient, or one mail too many. Call it in the transaction that holds the row. */
export async function composeMail<K extends MailKind>(
  queued: QueuedMail<K>,
  composeWith: ComposeWith,
): Promise<Mail | undefined> {
  const { id, kind, recipient, data, createdAt } = queued
  if ((await countAlike(id)) >= mostAnHour[kind]) return
  const isProven = await isProvenAddress(recipient)
  const context = { ...composeWith, recipient, isProven }
  const written = await composeWith.texts[kind](data, context, await takeGathered(queued))
  if (!written) return
  const { unsubscribeUrl, ...content } = written
  return {
    // The outbox's file name too: sorted by time.
    id: `${createdAt.slice(0, 19).replace(/[T:]/g, '-')}-${kind}-${id}`,
    to: recipient === toPublisher ? composeWith.publisherEmail : recipient,
    ...('html' in content ? content : renderMail(content, composeWith)),
    ...(unsubscribeUrl && { unsubscribeUrl }),
  }
}
