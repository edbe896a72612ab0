import type { Mail } from '#api/integrations/integrations.ts'
import { accountLetters } from './account-letters.ts'
import type { ComposeWith, Letters } from './letters.ts'
import { countAlike, type MailKind, type QueuedMail, toPublisher } from './mails.queries.ts'
import { orderLetters } from './order-letters.ts'
import { renderLetter } from './render-letter.ts'
import { requestLetters } from './request-letters.ts'
import { storyLetters } from './story-letters.ts'

/** Mails an hour to one address, for kinds that anybody can cause with another's address. More are dropped. */
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

/** Nothing if there is no recipient, or one mail too many. Call it in the transaction that holds the row. */
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
    // The outbox's file name too: sorted by time.
    id: `${createdAt.slice(0, 19).replace(/[T:]/g, '-')}-${kind}-${id}`,
    to: recipient === toPublisher ? composeWith.publisherEmail : recipient,
    ...renderLetter(letter, composeWith),
    ...(unsubscribeUrl && { unsubscribeUrl }),
  }
}
