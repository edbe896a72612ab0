import type { Logger } from 'pino'
import type { Mailer } from '#api/integrations/integrations.ts'
import { startLoop } from '#api/jobs/background-loop.ts'
import { transaction } from '#db/sql.ts'
import { composeMail } from './compose-mail.ts'
import type { ComposeWith } from './mail-texts.ts'
import { deleteMail, markSent, type QueuedMail, recordFailure, takeMail } from './mails.queries.ts'

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
  /** Resolves when no mail is due any more. */
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
    // A lost connection ends the transaction at once, but not the delivery.
    const isDelivered = await delivery?.catch(() => false)
    if (isDelivered) {
      unmarked.add(id)
      throw error
    }
    const reason = reasonOf(error)
    const pause = pauses[Math.min(attempts, pauses.length - 1)] ?? 0
    const isGivenUp = await recordFailure(mail, reason, pause)
    if (isGivenUp) log.error({ mail: id, kind, reason }, 'mail failed for the last time')
    else log.warn({ mail: id, kind, reason }, 'mail failed, will be tried again')
    return true
  }
}

/** Codes only: a message may name the recipient. */
function reasonOf(error: unknown): string {
  const { name, code, responseCode } = error as Record<string, unknown>
  return [code ?? name, responseCode].filter((part) => part !== undefined).join(' ')
}
