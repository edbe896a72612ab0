import type { Mail } from '#api/integrations/integrations.ts'
import { accountLetters } from './account-letters.ts'
import type { ComposeWith, Letters } from './letters.ts'
import { countAlike, type MailKind, type QueuedMail, toPublisher } from './mails.queries.ts'
import { orderLetters } from './order-letters.ts'
import { renderLetter } from './render-letter.ts'
import { requestLetters } from './request-letters.ts'
import { storyLetters } from './story-letters.ts'

/**
 * Mails an hour to one address, for the kinds that anybody can cause by typing another person's address. What is
 * more is dropped silently.
 */
const mostAnHour: Partial<Record<MailKind, number>> = {
  reset: 3,
  newsletter: 3,
  request: 10,
  freeReceipt: 10,
  orderLinks: 3,
}

const letters: Letters = {
  ...accountLetters,
  ...storyLetters,
  ...requestLetters,
  ...orderLetters,
}

/**
 * The mail as it is sent, or nothing if there is no recipient: an address without an account, a subscriber who has
 * confirmed already, one mail too many. To be called in the transaction that holds the row.
 */
export async function composeMail<K extends MailKind>(
  queued: QueuedMail<K>,
  composeWith: ComposeWith,
): Promise<Mail | undefined> {
  const { id, kind, recipient, data, createdAt } = queued
  const most = mostAnHour[kind]
  if (most !== undefined && (await countAlike(id)) >= most) return
  const written = await letters[kind](data, { ...composeWith, recipient })
  if (!written) return
  const { unsubscribeUrl, ...letter } = written
  return {
    // Also the name of the outbox's file: sorted by time, with the kind of the mail.
    id: `${createdAt.slice(0, 19).replace(/[T:]/g, '-')}-${kind}-${id}`,
    to: recipient === toPublisher ? composeWith.publisherEmail : recipient,
    ...renderLetter(letter, composeWith),
    ...(unsubscribeUrl && { unsubscribeUrl }),
  }
}
