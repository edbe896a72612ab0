import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll } from 'vitest'

/** What a mail server does with the next mail: takes it, asks to come later, hangs up after it, never answers. */
type Way = 'take' | 'later' | 'hangUp' | 'silence'

export interface ReceivedMail {
  from: string
  to: string[]
  raw: string
}

/** A real mail server on this machine. What it answered with "250" is in `received`. */
export async function aMailServer() {
  const received: ReceivedMail[] = []
  const ways: Way[] = []
  let calls = 0
  const server = new SMTPServer({
    authOptional: true,
    // It has no certificate that anybody would trust.
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 50,
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        calls += 1
        const way = ways.shift() ?? 'take'
        if (way === 'silence') return
        if (way === 'hangUp') return hangUp(session.id)
        if (way === 'later') {
          return callback(Object.assign(new Error('Mailbox is busy'), { responseCode: 451 }))
        }
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
        })
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
  servers.push(server)
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    /** How it treats the next mails; then it takes them again. */
    next: (...coming: Way[]) => ways.push(...coming),
    /** Mails that were handed to it, taken or not. */
    calls: () => calls,
  }
}

const servers: SMTPServer[] = []
afterAll(() =>
  Promise.all(servers.map((server) => new Promise<void>((done) => server.close(() => done())))),
)

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
