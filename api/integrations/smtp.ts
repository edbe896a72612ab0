import { createTransport } from 'nodemailer'
import type { DkimKey, Mailer } from './integrations.ts'
import { type Sender, toDkim, toMessage } from './message.ts'

/** A server that sends nothing for this long is given up. */
const silenceMs = 20_000
/** A server that never comes to an end is given up after this. */
const wholeMs = 60_000

/** `url` as in `.env.example`. */
export function smtpMailer(
  url: string,
  sender: Sender,
  { dkim, ...limits }: { dkim?: DkimKey | undefined; silenceMs?: number; wholeMs?: number } = {},
): Mailer {
  const silence = limits.silenceMs ?? silenceMs
  const transport = createTransport({
    url,
    // Otherwise the machine's name would be sent.
    name: new URL(sender.publicUrl).hostname,
    dnsTimeout: silence,
    connectionTimeout: silence,
    greetingTimeout: silence,
    socketTimeout: silence,
    ...(dkim && { dkim: toDkim(dkim) }),
  })
  return {
    async send(mail) {
      await transport.sendMail({
        ...toMessage(mail, sender),
        signal: AbortSignal.timeout(limits.wholeMs ?? wholeMs),
      })
    },
    close: () => transport.close(),
  }
}
