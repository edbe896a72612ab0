import type { Mail } from '#api/integrations/integrations.ts'
import { accountLetters } from './account-letters.ts'
import type { ComposeWith, Letters } from './letters.ts'
import {
  countAlike,
  isProvenAddress,
  type MailKind,
  type QueuedMail,
  takeGathered,
  toPublisher,
} from './mails.queries.ts'
import { orderLetters } from './order-letters.ts'
import { renderLetter } from './render-letter.ts'
import { requestLetters } from './request-letters.ts'
import { storyLetters } from './story-letters.ts'

/** Mails an hour to one mailbox. More are dropped; those to the publisher are not. */
const mostAnHour: Record<MailKind, number> = {
  welcome: 3,
  reset: 3,
  newsletter: 3,
  orderLinks: 3,
  submission: 10,
  request: 10,
  freeReceipt: 10,
  gift: 10,
  // What only the publisher or a payment causes.
  storyPublished: 60,
  storyReturned: 60,
  storyDeclined: 60,
  requestAccepted: 60,
  requestDeclined: 60,
  requestQuestion: 60,
  receipt: 60,
  orderReview: 60,
  refunded: 60,
  giftEnded: 60,
  submissionNotice: Number.POSITIVE_INFINITY,
  requestNotice: Number.POSITIVE_INFINITY,
  orderReviewNotice: Number.POSITIVE_INFINITY,
  orderConcern: Number.POSITIVE_INFINITY,
}

const letters: Letters = {
  ...accountLetters,
  ...storyLetters,
  ...requestLetters,
  ...orderLetters,
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
  const written = await letters[kind](data, context, await takeGathered(queued))
  if (!written) return
  const { unsubscribeUrl, ...letter } = written
  return {
    // The outbox's file name too: sorted by time.
    id: `${createdAt.slice(0, 19).replace(/[T:]/g, '-')}-${kind}-${id}`,
    to: recipient === toPublisher ? composeWith.publisherEmail : recipient,
    ...renderLetter(letter, composeWith),
    ...(unsubscribeUrl && { unsubscribeUrl }),
  }
}
