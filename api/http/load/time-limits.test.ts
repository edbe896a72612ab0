import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import Koa from 'koa'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { errorHandler } from '../answers/error-handler.ts'
import { limitTimes, timeLimits } from '../open-server.ts'
import { readBody } from '../requests/read-body.ts'

/** The longest one is not reached here, however slow the machine drips. */
const soon = { headers: 300, body: 300, upload: 60_000, silence: 300, idle: 300 }

/** A service that has little patience; it says how much it has read. */
async function anImpatientService(takes?: {
  bytes: number
  tooLarge: 'fileTooLarge'
  isRaw: true
}) {
  const app = new Koa()
  app.use(errorHandler(pino({ level: 'silent' }), async () => false))
  app.use(readBody({ bytes: 10_000, takes, isRead: true, mayStore: async () => true }, soon.body))
  app.use((ctx) => {
    ctx.body = 'read'
  })
  const server = createServer({ connectionsCheckingInterval: 50 }, app.callback())
  limitTimes(server, soon)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return async (): Promise<{ line: Socket; answer: Promise<string> }> => {
    const line = connect((server.address() as AddressInfo).port, '127.0.0.1')
    await once(line, 'connect')
    let output = ''
    line.on('data', (text) => {
      output += text
    })
    line.on('error', () => {})
    return { line, answer: once(line, 'close').then(() => output) }
  }
}

/** Something now and then, so many times or until the other side has enough. */
function drip(line: Socket, bytes: string, times = Number.POSITIVE_INFINITY) {
  let sent = 0
  const timer = setInterval(() => {
    if (sent++ < times && line.writable) line.write(bytes)
  }, 100)
  line.on('close', () => clearInterval(timer))
}

const post = (type: string) =>
  `POST / HTTP/1.1\r\nHost: a.example\r\nContent-Type: ${type}\r\nContent-Length: 9000\r\n\r\n`

test('a client that never finishes its headers is disconnected', async () => {
  const { line, answer } = await (await anImpatientService())()
  line.write('GET / HTTP/1.1\r\nHost: a.example\r\n')
  drip(line, 'X-More: x\r\n')
  expect(await answer).toMatch(/^HTTP\/1.1 408 /)
})

test.each(['application/json', 'application/x-www-form-urlencoded'])(
  'a slow body of %s gets an error and a closed connection',
  async (type) => {
    const { line, answer } = await (await anImpatientService())()
    line.write(post(type))
    drip(line, 'x')
    const output = await answer
    expect(output).toMatch(/^HTTP\/1.1 408 /)
    expect(output).toMatch(/^connection: close\r$/im)
    expect(output).toContain('did not arrive in time')
  },
)

test('a file may take longer, as long as bytes arrive', async () => {
  const file = { bytes: 9_000, tooLarge: 'fileTooLarge', isRaw: true } as const
  const { line, answer } = await (await anImpatientService(file))()
  line.write(post('image/png').replace('9000', '8\r\nConnection: close'))
  drip(line, 'x', 8)
  expect(await answer).toMatch(/^HTTP\/1.1 200 /)
})

test('an idle connection is closed at any stage of a request', async () => {
  const file = { bytes: 9_000, tooLarge: 'fileTooLarge', isRaw: true } as const
  const begun = await (await anImpatientService(file))()
  begun.line.write(post('image/png'))
  await begun.answer
})

test('a front server closes an idle connection before the service does', () => {
  // nginx keeps them for a minute: one that the service has just closed would cost a reader an answer.
  expect(timeLimits.idle).toBeGreaterThan(60_000)
})
