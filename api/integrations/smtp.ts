import { createTransport } from 'nodemailer'
import type { Mailer } from './integrations.ts'
import { type Sender, toMessage } from './message.ts'

/** A server that sends nothing for this long is given up, at whichever step. */
const silenceMs = 20_000
/** One that keeps talking without coming to an end, after this long. */
const wholeMs = 60_000

/** Hands mails to a mail server; `url` as in `.env.example`. */
export function smtpMailer(
  url: string,
  sender: Sender,
  limits: { silenceMs?: number; wholeMs?: number } = {},
): Mailer {
  const silence = limits.silenceMs ?? silenceMs
  const transport = createTransport({
    url,
    // What we call ourselves to the server; left alone, it would be the machine's name.
    name: new URL(sender.publicUrl).hostname,
    dnsTimeout: silence,
    connectionTimeout: silence,
    greetingTimeout: silence,
    socketTimeout: silence,
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
