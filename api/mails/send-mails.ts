import type { Logger } from 'pino'
import { startLoop } from '#api/http/background-loop.ts'
import type { Mailer } from '#api/integrations/integrations.ts'
import { transaction } from '#db/sql.ts'
import { type ComposeWith, composeMail } from './compose-mail.ts'
import { deleteMail, markSent, noteFailure, type QueuedMail, takeMail } from './mails.queries.ts'

/** After each failed attempt; the last pause is repeated until the mail is given up. */
const pausesInSeconds = [60, 5 * 60, 30 * 60, 2 * 3600, 6 * 3600]
/** A lost notification costs at most this much, and a mail that is tried again is at most this late. */
const everyMs = 5_000

export interface MailingOptions {
  mailer: Mailer
  composeWith: ComposeWith
  log: Logger
  pausesInSeconds?: number[]
}

export interface Mailing {
  /** Resolves when no mail is due any more. */
  sendNow(): Promise<void>
  /** Resolves when the mail under way is sent; the others are sent after the next start. */
  stop(): Promise<void>
}

/**
 * Sends what is queued, one mail at a time; any number of replicas may do so at once.
 *
 * A mail is locked by a transaction from before it is composed until it is marked as sent: when the process dies in
 * between, the lock is freed and the next replica sends it. So none is lost, and in the outbox, where a repeat replaces
 * its first copy, none is doubled. A mail server may get one twice when the process dies between its "250" and our
 * commit, some milliseconds that no client can close; both then carry the same Message-ID.
 */
export async function startMailing(options: MailingOptions): Promise<Mailing> {
  /** Sent, but not marked: the database could not be reached. */
  const unmarked = new Set<string>()
  const loop = startLoop({
    async work(signal) {
      for (const id of unmarked) {
        await markSent(id)
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
    const composed = await composeMail(queued, composeWith)
    if (composed) await mailer.send(composed)
    return composed !== undefined
  }
  try {
    return await transaction(async () => {
      mail = await takeMail()
      if (!mail) return false
      delivery = deliver(mail)
      if (await delivery) await markSent(mail.id)
      else await deleteMail(mail.id)
      return true
    })
  } catch (error) {
    if (!mail) throw error
    const { id, kind, attempts } = mail
    // A cut connection to the database ends the transaction at once, but not the delivery.
    const isDelivered = await delivery?.catch(() => false)
    if (isDelivered) {
      unmarked.add(id)
      throw error
    }
    const reason = reasonOf(error)
    const pause = pauses[Math.min(attempts, pauses.length - 1)] ?? 0
    const isGivenUp = await noteFailure(mail, reason, pause)
    if (isGivenUp) log.error({ mail: id, kind, reason }, 'mail failed for the last time')
    else log.warn({ mail: id, kind, reason }, 'mail failed, will be tried again')
    return true
  }
}

/** Codes alone: the message of a mail server or a database may name the recipient. */
function reasonOf(error: unknown): string {
  const { name, code, responseCode } = error as Record<string, unknown>
  return [code ?? name, responseCode].filter((part) => part !== undefined).join(' ')
}
