import type { Logger } from 'pino'
import { withinTime } from '#api/http/load/within-time.ts'
import type { Mail, Mailer } from '#api/integrations/integrations.ts'
import { startLoop } from '#api/jobs/background-loop.ts'
import { outsideTransaction, transaction } from '#db/sql.ts'
import type { ComposeWith } from './mail-texts.ts'
import {
  countAlike,
  deleteMail,
  isProvenAddress,
  type MailKind,
  markSent,
  type QueuedMail,
  recordFailure,
  takeGathered,
  takeMail,
  toPublisher,
} from './mails.queries.ts'
import { type MailContent, renderMail } from './render-mail.ts'

type Attachment = NonNullable<MailContent['attachments']>[number]

/** The last pause is repeated until the mail is given up. */
const pausesInSeconds = [60, 5 * 60, 30 * 60, 2 * 3600, 6 * 3600]
/** A lost notification delays a mail by at most this. */
const everyMs = 5_000

export interface MailingOptions {
  mailer: Mailer
  composeWith: ComposeWith
  log: Logger
  pausesInSeconds?: number[]
}

export interface Mailing {
  sendNow(): Promise<void>
  /** Resolves when the mail under way is sent; the others wait for the next start. */
  stop(): Promise<void>
}

/**
 * Sends queued mails one at a time; any number of replicas may do so. A mail stays locked from composing until it is
 * marked as sent, so a crash loses none. It may reach a mail server twice when the process dies between its "250" and
 * our commit; both carry the same Message-ID.
 */
export async function startMailing(options: MailingOptions): Promise<Mailing> {
  /** Mails that were sent, but not marked: the database could not be reached. */
  const unmarked = new Set<string>()
  const loop = startLoop({
    async work(signal) {
      for (const id of unmarked) {
        await markSent(id, { wasKept: options.mailer.isKeeping })
        unmarked.delete(id)
      }
      let isMore = true
      while (isMore && !signal.aborted) isMore = await sendNext(options, unmarked)
    },
    everyMs,
    channel: 'mails_waiting',
    log: options.log,
    failure: 'mail queue could not be read',
  })
  await loop.ready
  return { sendNow: loop.runNow, stop: loop.stop }
}

/** Resolves to whether there was a mail to send. Rejects only when the database cannot be reached. */
async function sendNext(
  { mailer, composeWith, log, pausesInSeconds: pauses = pausesInSeconds }: MailingOptions,
  unmarked: Set<string>,
): Promise<boolean> {
  let mail: QueuedMail | undefined
  let delivery: Promise<boolean> | undefined
  const deliver = async (queued: QueuedMail) => {
    const composed = await composeMail(queued, composeWith, log)
    if (composed) await mailer.send(composed)
    return composed !== undefined
  }
  try {
    return await transaction(async () => {
      mail = await takeMail()
      if (!mail) return false
      delivery = deliver(mail)
      if (await delivery) await markSent(mail.id, { wasKept: mailer.isKeeping })
      else await deleteMail(mail.id)
      return true
    })
  } catch (error) {
    if (!mail) throw error
    const { id, kind, attempts } = mail
    // A lost connection ends the transaction at once, but not the delivery.
    const isDelivered = await delivery?.catch(() => false)
    if (isDelivered) {
      unmarked.add(id)
      throw error
    }
    const reason = reasonOf(error)
    const pause = pauses[Math.min(attempts, pauses.length - 1)] ?? 0
    const isGivenUp = await recordFailure(mail, reason, pause)
    if (isGivenUp) log.error({ mail: id, kind, reason }, 'mail given up after its last attempt')
    else log.warn({ mail: id, kind, reason }, 'mail failed, will be retried')
    return true
  }
}

/** Codes only: a message may name the recipient. */
function reasonOf(error: unknown): string {
  const { name, code, responseCode } = error as Record<string, unknown>
  return [code ?? name, responseCode].filter((part) => part !== undefined).join(' ')
}

/** Mails an hour to one mailbox. More are dropped; those to the publisher are not. */
const mostAnHour: Record<MailKind, number> = {
  welcome: 3,
  emailChange: 3,
  emailChanged: 10,
  passwordChanged: 10,
  reset: 3,
  newsletter: 3,
  imported: 3,
  follow: 3,
  staffPassword: 3,
  staffSecondStep: 3,
  staffReader: 3,
  orderLinks: 3,
  orderBegun: 3,
  guardianRequest: 3,
  guardianAskedAnew: 3,
  dataRequest: 3,
  submission: 10,
  request: 10,
  reportReceived: 10,
  freeReceipt: 10,
  invoiceProof: 10,
  invoice: 10,
  gift: 10,
  giftCode: 10,
  present: 10,
  // What only the publisher or a payment causes.
  staffInvitation: 60,
  letterTest: 60,
  staffNewDevice: 60,
  staffProgramSignIn: 60,
  staffPasswordChanged: 60,
  businessChanged: 60,
  mailTest: 60,
  storyPublished: 60,
  storyReturned: 60,
  storyEdit: 60,
  storyDeclined: 60,
  guardianAnswer: 10,
  reportDecided: 60,
  dataRequestAnswered: 60,
  requestAccepted: 60,
  requestDeclined: 60,
  requestQuestion: 60,
  receipt: 60,
  orderReview: 60,
  refunded: 60,
  refundDeclined: 60,
  invoicePart: 60,
  invoiceReminder: 60,
  invoiceWithdrawn: 60,
  giftEnded: 60,
  bookLive: 60,
  firstSale: 60,
  reviewAge: 60,
  payout: 60,
  statement: 60,
  statementLink: 60,
  submissionNotice: Number.POSITIVE_INFINITY,
  editAnswer: Number.POSITIVE_INFINITY,
  // Each takes an editor who scheduled it before.
  storyLeftSchedule: Number.POSITIVE_INFINITY,
  guardianNotice: Number.POSITIVE_INFINITY,
  requestNotice: Number.POSITIVE_INFINITY,
  reportUrgent: Number.POSITIVE_INFINITY,
  reportNotice: Number.POSITIVE_INFINITY,
  reviewNotice: Number.POSITIVE_INFINITY,
  invoiceNotice: Number.POSITIVE_INFINITY,
  orderReviewNotice: Number.POSITIVE_INFINITY,
  orderConcern: Number.POSITIVE_INFINITY,
}

/** Nothing if there is no recipient, or one mail too many. Call it in the transaction that holds the row. */
export async function composeMail<K extends MailKind>(
  queued: QueuedMail<K>,
  composeWith: ComposeWith,
  log?: Logger,
): Promise<Mail | undefined> {
  const { id, kind, recipient, data, createdAt } = queued
  if ((await countAlike(id)) >= mostAnHour[kind]) return
  const isProven = await isProvenAddress(recipient)
  const context = { ...composeWith, recipient, isProven }
  const written = await composeWith.texts[kind](data, context, await takeGathered(queued))
  if (!written) return
  const { unsubscribeUrl, isByBefore, ...content } = written
  const attached = 'html' in content ? [] : (content.attachments ?? [])
  const attachments = (await Promise.all(attached.map((file) => attach(file, log)))).flat()
  return {
    // The outbox's file name too: sorted by time.
    id: `${createdAt.slice(0, 19).replace(/[T:]/g, '-')}-${kind}-${id}`,
    to: recipient === toPublisher ? composeWith.publisherEmail : recipient,
    ...('html' in content ? content : renderMail(content, composeWith)),
    ...(unsubscribeUrl && { unsubscribeUrl }),
    ...(isByBefore && { isByBefore }),
    ...(attachments.length > 0 && { attachments }),
  }
}

/** A sheet has some fifty kilobytes; the mail waits for it no longer than this. */
const attachment = { bytes: 1024 * 1024, waitMs: 15_000 }

/** None if it cannot be drawn: the page that the mail leads to has it too. */
async function attach({ name, draw }: Attachment, log?: Logger) {
  try {
    // It is drawn outside the transaction, which an error of its queries would end.
    const content = await withinTime(attachment.waitMs, () => outsideTransaction(draw))
    if (content.length <= attachment.bytes) return [{ name, content }]
    log?.warn({ bytes: content.length }, 'attachment too large, the mail goes without it')
  } catch (error) {
    log?.warn({ reason: reasonOf(error) }, 'attachment not drawn, the mail goes without it')
  }
  return []
}
