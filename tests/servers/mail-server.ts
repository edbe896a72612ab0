import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { atEndOfFile } from '../end-of-file.ts'

/**
 * What a mail server does with the next mail: takes it, asks to come later, hangs up after it, never answers, takes it and
 * hangs up before it says so.
 */
type Way = 'take' | 'later' | 'hangUp' | 'silence' | 'takeAndHangUp'

interface ServerOptions {
  /** How long it thinks about each mail. */
  answerMs?: number
  /** Its answer to MAIL FROM or RCPT TO, such as `550 5.1.1 No such user`; undefined takes it. */
  refuseSender?(): string | undefined
  refuseRecipient?(address: string): string | undefined
  /** Its answer to the content. */
  refuseContent?(): string | undefined
  /** Name and password that it takes. */
  password?: string
}

/** Answers exactly so. */
function refusal(reply: string) {
  return Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) })
}

export interface ReceivedMail {
  from: string
  to: string[]
  raw: string
}

/** A real mail server on this machine. What it answered with "250" is in `received`. */
export async function aMailServer(options: ServerOptions = {}) {
  const received: ReceivedMail[] = []
  const ways: Way[] = []
  let calls = 0
  const server = new SMTPServer({
    authOptional: options.password === undefined,
    allowInsecureAuth: true,
    onAuth({ password }, _session, callback) {
      if (password === options.password) callback(null, { user: 'ascend' })
      else callback(refusal('535 5.7.8 Authentication credentials invalid'))
    },
    onMailFrom(_address, _session, callback) {
      const reply = options.refuseSender?.()
      callback(reply ? refusal(reply) : null)
    },
    onRcptTo({ address }, _session, callback) {
      const reply = options.refuseRecipient?.(address)
      callback(reply ? refusal(reply) : null)
    },
    // It has no certificate that anybody would trust.
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 50,
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        calls += 1
        if (options.answerMs) await pause(options.answerMs)
        const way = ways.shift() ?? 'take'
        if (way === 'silence') return
        if (way === 'hangUp') return hangUp(session.id)
        if (way === 'later') {
          return callback(Object.assign(new Error('Mailbox is busy'), { responseCode: 451 }))
        }
        const refused = options.refuseContent?.()
        if (refused) return callback(refusal(refused))
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
        })
        if (way === 'takeAndHangUp') return hangUp(session.id)
        callback()
      })
    },
  })
  const hangUp = (id: string) => {
    for (const connection of server.connections) {
      if ((connection as unknown as { id: string }).id === id) {
        ;(connection as unknown as { _socket: { destroy(): void } })._socket.destroy()
      }
    }
  }
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEndOfFile(() => new Promise<void>((done) => server.close(() => done())))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    /** How it treats the next mails; then it takes them again. */
    next: (...coming: Way[]) => ways.push(...coming),
    /** Cuts every connection, whatever is under way. */
    cut() {
      for (const connection of server.connections) {
        ;(connection as unknown as { _socket: { destroy(): void } })._socket.destroy()
      }
    },
    /** Mails that were handed to it, taken or not. */
    calls: () => calls,
  }
}

/** A message as a mail program reads it: unfolded headers in small letters, and the decoded parts. */
export function readMessage(raw: string) {
  const { headers, body } = split(raw)
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type']?.[0] ?? '')?.[1]
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.replace(/^\r?\n/, '')))
  const find = (type: string) => {
    const part = parts.find(({ headers }) => headers['content-type']?.[0]?.startsWith(type))
    return part && decode(part.body, part.headers['content-transfer-encoding']?.[0])
  }
  return { headers, text: find('text/plain') ?? '', html: find('text/html') ?? '' }
}

function split(raw: string) {
  const text = raw.replaceAll('\r\n', '\n')
  const end = text.indexOf('\n\n')
  const headers: Record<string, string[]> = {}
  for (const line of text
    .slice(0, end)
    .replace(/\n[ \t]+/g, ' ')
    .split('\n')) {
    const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(line) ?? []
    const known = headers[name.toLowerCase()]
    if (known) known.push(value)
    else headers[name.toLowerCase()] = [value]
  }
  return { headers, body: text.slice(end + 2) }
}

function decode(body: string, encoding = '7bit') {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
