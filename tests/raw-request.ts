import { connect } from 'node:net'

export interface RawAnswer {
  /** 0 when the connection was closed without an answer. */
  status: number
  headers: Record<string, string>
  body: string
}

/**
 * Sends just these bytes, as no browser or library would agree to: odd methods, broken percent signs, no Host.
 * `lines` are the request line and the headers.
 */
export function sendRaw(address: string, lines: string[], body = ''): Promise<RawAnswer> {
  const { hostname, port } = new URL(address)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // The server may answer and close before it has read everything.
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') resolve(readAnswer(chunks))
      else reject(error)
    })
    socket.on('close', () => resolve(readAnswer(chunks)))
    socket.write(Buffer.from([...lines, 'Connection: close', '', body].join('\r\n'), 'latin1'))
  })
}

function readAnswer(chunks: Buffer[]): RawAnswer {
  const text = Buffer.concat(chunks).toString('latin1')
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  return { status: Number(statusLine.split(' ')[1] ?? 0), headers, body: rest.join('\r\n\r\n') }
}
