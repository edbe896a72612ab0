import { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { BulkMailer, Delivery, DkimKey, Mail, MailConnection, Mailer } from './integrations.ts'
import { isAddress, type Sender, toDkim, toMessage } from './message.ts'
import { judgeReply, type Stage } from './smtp-replies.ts'

/** A server that sends nothing for this long is given up. */
const silenceMs = 20_000
/** A server that never comes to an end is given up after this. */
const wholeMs = 60_000

interface Options {
  dkim?: DkimKey | undefined
  silenceMs?: number
  wholeMs?: number
}

function connectionOptions({ publicUrl }: Sender, { silenceMs: silence = silenceMs }: Options) {
  return {
    // Otherwise the machine's name would be sent.
    name: new URL(publicUrl).hostname,
    dnsTimeout: silence,
    connectionTimeout: silence,
    greetingTimeout: silence,
    socketTimeout: silence,
  }
}

/** `url` is written as in `.env.example`. */
export function smtpMailer(url: string, sender: Sender, { dkim, ...limits }: Options = {}): Mailer {
  const transport = createTransport({
    url,
    ...connectionOptions(sender, limits),
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

/** Then a new connection is opened: some servers refuse more. */
const mostOnOne = 100

/**
 * Connections of our own, because the library's pool sends a mail again by itself when its connection closes, and does
 * not tell whether the content had been handed over by then.
 */
export function smtpBulkMailer(url: string, sender: Sender, options: Options = {}): BulkMailer {
  const composer = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    ...(options.dkim && { dkim: toDkim(options.dkim) }),
  })
  const compose = async (mail: Mail) => {
    const { message } = await composer.sendMail(toMessage(mail, sender))
    return message as Buffer
  }
  return { connect: () => smtpConnection(url, sender, compose, options) }
}

interface SmtpError extends Error {
  code?: string
  command?: string
  response?: string
}

function smtpConnection(
  url: string,
  sender: Sender,
  compose: (mail: Mail) => Promise<Buffer>,
  limits: Options,
): MailConnection {
  const { auth, ...server } = parseConnectionUrl(url)
  let open: SMTPConnection | undefined
  let sent = 0

  const close = () => {
    open?.close()
    open = undefined
    sent = 0
  }

  const connect = async () => {
    const connection = new SMTPConnection({
      ...server,
      ...connectionOptions(sender, limits),
      socketCloseTimeout: 1_000,
    })
    open = connection
    // An error nobody listens to would end the process.
    connection.on('error', () => {})
    connection.on('end', () => {
      if (open === connection) open = undefined
    })
    await settled(connection, (done) => connection.connect(done))
    if (!auth || !connection.allowsAuth) return
    const { user, pass } = auth as { user?: string; pass?: string }
    await settled(connection, (done) => connection.login({ user, pass }, done))
  }

  return {
    close,
    async deliver(mail) {
      if (!isAddress(mail.to)) return { result: 'refused', reason: 'not an address', isGone: true }
      const message = await compose(mail)
      let stage: Stage = 'connect'
      let isHandingOver = false
      // Read only once the server asks for the content.
      const content = new Readable({
        read() {
          isHandingOver = true
          this.push(message)
          this.push(null)
        },
      })
      const late = setTimeout(() => open?.close(), limits.wholeMs ?? wholeMs)
      try {
        if (sent >= mostOnOne) close()
        if (!open || open.destroyed) await connect()
        const connection = open as SMTPConnection | undefined
        if (!connection) throw new Error('Connection closed')
        stage = 'sender'
        const envelope = { from: sender.address, to: [mail.to] }
        const info = await settled<{ response?: string }>(connection, (done) =>
          connection.send(envelope, content, done),
        )
        sent++
        return { result: 'taken', id: idIn(info?.response) }
      } catch (error) {
        close()
        return judge(error as SmtpError, stage, isHandingOver)
      } finally {
        clearTimeout(late)
      }
    },
  }
}

/** A closed connection forgets whom to call back: its end counts as the answer. */
function settled<T>(
  connection: SMTPConnection,
  run: (done: (error?: Error | null, result?: T) => void) => void,
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const end = () => setImmediate(fail, new Error('Connection closed'))
    const settle = () => {
      connection.off('error', fail)
      connection.off('end', end)
    }
    const fail = (error: Error) => {
      settle()
      reject(error)
    }
    connection.on('error', fail)
    connection.on('end', end)
    run((error, result) => {
      settle()
      if (error) reject(error)
      else resolve(result)
    })
  })
}

const stages: [RegExp, Stage][] = [
  [/^AUTH/, 'login'],
  [/^MAIL FROM/, 'sender'],
  [/^RCPT TO/, 'recipient'],
  [/^DATA/, 'content'],
]

function judge(
  { code, command = '', response }: SmtpError,
  at: Stage,
  isHandingOver: boolean,
): Delivery {
  const stage = stages.find(([name]) => name.test(command))?.[1] ?? at
  // Refused with an answer: it did not arrive.
  if (response && (!isHandingOver || stage === 'content')) return judgeReply({ stage, response })
  const reason = code ?? 'cut off'
  if (isHandingOver) return { result: 'uncertain', reason }
  if (code === 'EAUTH') {
    const words = 'The mail server does not take the name and password of SMTP_URL.'
    return { result: 'ours', reason, words, isAtRecipient: false }
  }
  return { result: 'later', reason, isServer: true }
}

/** `250 Ok <id>`, `250 2.0.0 OK queued as <id>`: without a provider that reports back it is of no use, and harmless. */
function idIn(response = ''): string | undefined {
  const id = /\b(?:ok|queued as)[: ]+<?([\w.@-]+)>?$/i.exec(response.trim())?.[1] ?? ''
  return id.length >= 8 && id.length <= 120 ? id : undefined
}
