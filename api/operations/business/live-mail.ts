import type { Logger } from 'pino'
import { isPublic } from '#api/http/open-server.ts'
import type { BulkMailer, DkimKey, Mailer } from '#api/integrations/integrations.ts'
import type { Sender } from '#api/integrations/message.ts'
import { outboxBulkMailer, outboxMailer } from '#api/integrations/outbox.ts'
import { type MailServer, smtpBulkMailer, smtpMailer } from '#api/integrations/smtp/smtp.ts'
import type { Brand } from '#api/mails/render-mail.ts'
import { type LiveBusiness, madeOf, mustBeOutside } from './live-business.ts'

/** On one's own machine mails are written into the outbox, where they are looked for; elsewhere that reaches nobody. */
export function isMailOff({ config }: Pick<LiveBusiness, 'config'>): boolean {
  const { smtp, publicUrl } = config()
  return smtp === undefined && isPublic(publicUrl)
}

/** Undefined: mails are kept here. */
export function mailServerOf(
  business: Pick<LiveBusiness, 'config' | 'ofServer'>,
): (MailServer & { from: string }) | undefined {
  const { smtp } = business.config()
  return smtp && { ...smtp, isOutside: mustBeOutside(business, 'mail') }
}

interface LiveMailWith {
  brand: Brand
  dkim: DkimKey | undefined
  log: Logger
}

/** Sends through the mail server that is set at present; without one mails are kept in the outbox. */
export function liveMail(business: LiveBusiness, { brand, dkim, log }: LiveMailWith) {
  const { publicUrl, dataDir } = business.config()
  const senderAt = (address: () => string): Sender => ({
    get name() {
      return brand.name
    },
    get address() {
      return address()
    },
    publicUrl,
  })
  const sender = senderAt(() => business.config().smtp?.from ?? brand.email)
  const outbox = outboxMailer(dataDir, sender, log)
  const ways = madeOf(business, () => {
    const server = mailServerOf(business)
    const one: Mailer = server ? smtpMailer(server, sender, { dkim }) : outbox
    const bulk = server ? smtpBulkMailer(server, sender, { dkim }) : outboxBulkMailer(outbox)
    return { one, bulk, before: mailerBefore(business, senderAt, dkim) }
  })
  const mailer: Mailer = {
    get isKeeping() {
      return ways().one.isKeeping
    },
    async send(mail) {
      const { one, before } = ways()
      if (!mail.isByBefore || !before) return one.send(mail)
      // It may be dead, and was replaced for that.
      await before.send(mail).catch(() => one.send(mail))
    },
  }
  return { mailer, bulkMailer: { connect: () => followingConnection(() => ways().bulk) } }
}

/** By what was set before the last change, to the publisher's address of then. */
function mailerBefore(
  business: LiveBusiness,
  senderAt: (address: () => string) => Sender,
  dkim: DkimKey | undefined,
): Mailer | undefined {
  const row = business.rows().find(({ part }) => part === 'mail')
  const values = row && business.before(row)
  const { smtp, publisherEmail } = values ? business.tried(values) : {}
  if (!smtp) return
  const server = { ...smtp, isOutside: mustBeOutside(business, 'mail') }
  const { send } = smtpMailer(
    server,
    senderAt(() => smtp.from),
    { dkim },
  )
  return { send: (mail) => send({ ...mail, to: publisherEmail ?? mail.to }) }
}

/** Leaves for another server before the next mail, once there is one. */
function followingConnection(bulk: () => BulkMailer) {
  let through = bulk()
  let connection = through.connect()
  return {
    deliver(mail: Parameters<typeof connection.deliver>[0]) {
      if (through !== bulk()) {
        connection.close()
        through = bulk()
        connection = through.connect()
      }
      return connection.deliver(mail)
    },
    close: () => connection.close(),
  }
}
