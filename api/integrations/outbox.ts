import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import type { BulkMailer, Mailer } from './integrations.ts'
import { type Sender, toMessage } from './message.ts'

/** Writes mails as files below `dataDir/outbox`, readable by their owner only: their links open accounts. */
export function outboxMailer(dataDir: string, sender: Sender, log: Logger): Mailer {
  const folder = join(dataDir, 'outbox')
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    isKeeping: true,
    async send(mail) {
      const { message } = await transport.sendMail(toMessage(mail, sender))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = join(folder, `${mail.id}.eml`)
      const aside = `${file}.part`
      try {
        const handle = await open(aside, 'w', 0o600)
        try {
          await handle.writeFile(message as Buffer)
          await handle.sync()
        } finally {
          await handle.close()
        }
        await rename(aside, file)
      } finally {
        // On a full disk half a mail would take up the room of the next.
        await rm(aside, { force: true })
      }
      log.info({ file }, 'mail written')
    },
  }
}

export function outboxBulkMailer(outbox: Mailer): BulkMailer {
  return {
    connect: () => ({
      async deliver(mail) {
        try {
          await outbox.send(mail)
          return { result: 'taken', isKept: true }
        } catch {
          return { result: 'later', reason: 'outbox not written', isServer: true }
        }
      },
      close() {},
    }),
  }
}
