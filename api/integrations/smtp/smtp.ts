import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type {
  BulkMailer,
  Delivery,
  DkimKey,
  Mail,
  MailConnection,
  Mailer,
} from '../integrations.ts'
import { isAddress, type Sender, toDkim, toMessage } from '../message.ts'
import { type LookUpHost, outsideAddress } from '../outside-address.ts'
import { judgeReply, type Stage } from './smtp-replies.ts'

/** A server that sends nothing for this long is given up. */
const silenceMs = 20_000
/** A server that never comes to an end is given up after this. */
const wholeMs = 60_000

/** A mail server, as everything that connects to it is given it. */
export interface MailServer {
  /** As in `.env.example`. */
  url: string
  /** It was set at a page: no connection may go into the server's own network. */
  isOutside?: boolean
  lookUp?: LookUpHost
}

interface Options {
  dkim?: DkimKey | undefined
  silenceMs?: number
  wholeMs?: number
}

function connectionOptions(
  { publicUrl }: Pick<Sender, 'publicUrl'>,
  { silenceMs: silence = silenceMs }: Options,
) {
  return {
    // Otherwise the machine's name would be sent.
    name: new URL(publicUrl).hostname,
    dnsTimeout: silence,
    connectionTimeout: silence,
    greetingTimeout: silence,
    socketTimeout: silence,
  }
}

/** Looks the host up anew for each connection. */
async function serverOptions({ url, isOutside, lookUp }: MailServer) {
  const { host = '', ...server } = parseConnectionUrl(url)
  if (!isOutside) return { ...server, host }
  const name = isIP(host) ? {} : { servername: host }
  // Nobody on the way may talk it out of TLS and read the password.
  return { ...server, ...name, host: await outsideAddress(host, lookUp), requireTLS: true }
}

export function smtpMailer(
  server: MailServer,
  sender: Sender,
  { dkim, ...limits }: Options = {},
): Mailer {
  const transport = async () =>
    createTransport({
      ...(await serverOptions(server)),
      ...connectionOptions(sender, limits),
      ...(dkim && { dkim: toDkim(dkim) }),
    })
  return {
    async send(mail) {
      await (await transport()).sendMail({
        ...toMessage(mail, sender),
        signal: AbortSignal.timeout(limits.wholeMs ?? wholeMs),
      })
    },
  }
}

/** Connects and logs in; sends no mail. Resolves to why it failed: a code of the library, or INSIDE. `publicUrl`: its host is the greeting. */
export async function tryMailServer(
  server: MailServer,
  publicUrl: string,
  silenceMs = 5_000,
): Promise<{ code: string | undefined; message: string } | undefined> {
  try {
    await createTransport({
      ...(await serverOptions(server)),
      ...connectionOptions({ publicUrl }, { silenceMs }),
    }).verify()
    return undefined
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    return { code, message }
  }
}

/** Then a new connection is opened: some servers refuse more. */
const mostOnOne = 100

/**
 * Connections of our own, because the library's pool sends a mail again by itself when its connection closes, and does
 * not tell whether the content had been handed over by then.
 */
export function smtpBulkMailer(
  server: MailServer,
  sender: Sender,
  options: Options = {},
): BulkMailer {
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
  return { connect: () => smtpConnection(server, sender, compose, options) }
}

interface SmtpError extends Error {
  code?: string
  command?: string
  response?: string
}

function smtpConnection(
  server: MailServer,
  sender: Sender,
  compose: (mail: Mail) => Promise<Buffer>,
  limits: Options,
): MailConnection {
  let open: SMTPConnection | undefined
  let sent = 0

  const close = () => {
    open?.close()
    open = undefined
    sent = 0
  }

  const connect = async () => {
    const { auth, ...where } = await serverOptions(server)
    const connection = new SMTPConnection({
      ...where,
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
    const words = 'The mail server does not take our name and password.'
    return { result: 'ours', reason, words, isAtRecipient: false }
  }
  return { result: 'later', reason, isServer: true }
}

/** `250 Ok <id>`, `250 2.0.0 OK queued as <id>`: without a provider that reports back it is of no use, and harmless. */
function idIn(response = ''): string | undefined {
  const id = /\b(?:ok|queued as)[: ]+<?([\w.@-]+)>?$/i.exec(response.trim())?.[1] ?? ''
  return id.length >= 8 && id.length <= 120 ? id : undefined
}
