import type { Logger } from 'pino'
import type { Mailer } from '#api/integrations/integrations.ts'
import { sql, transaction } from '#db/sql.ts'
import { type ComposeWith, composeMail } from './compose-mail.ts'
import { deleteMail, markSent, noteFailure, type QueuedMail, takeMail } from './mails.queries.ts'

/** After each attempt in vain; the last pause is repeated until the mail is given up. */
const pausesInSeconds = [60, 5 * 60, 30 * 60, 2 * 3600, 6 * 3600]
/** A lost notice costs at most this much, and a mail that is tried again comes at most this late. */
const lookMs = 5_000

export interface MailingOptions {
  mailer: Mailer
  composeWith: ComposeWith
  log: Logger
  pausesInSeconds?: number[]
}

export interface Mailing {
  /** Resolves when no mail is due any more. */
  sendNow(): Promise<void>
  /** Resolves when the mail under way has left; what waits is sent after the next start. */
  stop(): Promise<void>
}

/**
 * Sends what is queued, one mail at a time; any number of replicas may do so at once.
 *
 * A mail is held by a transaction from before it is composed until it is marked as sent: whoever dies in between
 * lets go of it, and it is sent by the next one. So none is lost, and the outbox, where a repeat takes its own
 * place, doubles none. A mail server may get one twice if we die between its "250" and our commit, some
 * milliseconds that no client can close; both then carry the same Message-ID.
 */
export async function startMailing(options: MailingOptions): Promise<Mailing> {
  const { log } = options
  let stopped = false
  let wake = () => {}
  // A notice that comes while mails are being sent is not lost: the next look follows at once.
  let isNoticed = false
  let sending: Promise<void> = Promise.resolve()
  /** Sent, but the database could not be told. */
  const unmarked = new Set<string>()

  const sendWaiting = async () => {
    for (const id of unmarked) {
      await markSent(id)
      unmarked.delete(id)
    }
    let isMore = true
    while (isMore && !stopped) isMore = await sendNext(options, unmarked)
  }

  const sendNow = () => {
    sending = sending.catch(() => {}).then(sendWaiting)
    return sending
  }

  const look = async () => {
    while (!stopped) {
      isNoticed = false
      await sendNow().catch((error) => {
        log.warn({ err: error }, 'the mails could not ask the database')
      })
      if (stopped || isNoticed) continue
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, lookMs).unref()
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }

  const hear = () => {
    isNoticed = true
    wake()
  }
  // Also after a cut connection is back: what was queued meanwhile was not heard.
  const listening = await sql.listen('mails_waiting', hear, hear)
  void look()

  return {
    sendNow,
    async stop() {
      stopped = true
      wake()
      await listening.unlisten().catch(() => {})
      await sending.catch(() => {})
    },
  }
}

/** Resolves to whether there was one. Throws only when the database is out of reach. */
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
    // A cut connection ends the transaction at once, but not the talk with the mail server.
    const isDelivered = await delivery?.catch(() => false)
    if (isDelivered) {
      unmarked.add(id)
      throw error
    }
    const reason = reasonOf(error)
    const pause = pauses[Math.min(attempts, pauses.length - 1)] ?? 0
    const isGivenUp = await noteFailure(mail, reason, pause)
    if (isGivenUp) log.error({ mail: id, kind, reason }, 'a mail could not be sent and is given up')
    else log.warn({ mail: id, kind, reason }, 'a mail could not be sent and will be tried again')
    return true
  }
}

/** Codes alone: what a mail server or a database says may name the recipient. */
function reasonOf(error: unknown): string {
  const { name, code, responseCode } = error as Record<string, unknown>
  return [code ?? name, responseCode].filter((part) => part !== undefined).join(' ')
}
