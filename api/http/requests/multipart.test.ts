import { readdir, readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pino } from 'pino'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { aFolder } from '#tests/folders.ts'
import { heldBytes } from '#tests/held-bytes.ts'
import { runs } from '#tests/long.ts'
import { aPicture } from '#tests/magazine/pictures.ts'
import { aReader, aVisitor, startApp } from '#tests/people.ts'
import { type FormFields, readMultipart } from './multipart.ts'

const ofTenMB = 10 * 1024 * 1024
const invalid = 'Please check what you sent and try again.'
const tooLarge = 'The request is too large.'
const fileTooLarge = 'The file is larger than 10 MB. Please choose a smaller one.'

let received = ''
beforeAll(async () => {
  // Where the service puts what it receives: other tests receive at the same time.
  received = await aFolder()
  process.env['TMPDIR'] = received
})

/** Folders are the tests' own. */
const listReceived = async () =>
  (await readdir(received, { withFileTypes: true })).filter((one) => one.isFile())

/** Nothing that was received stays on the disk. */
async function expectNothingLeft() {
  await vi.waitFor(async () => expect(await listReceived()).toEqual([]))
}

const boundary = '----form7'
const multipart = { 'Content-Type': `multipart/form-data; boundary=${boundary}` }
const end = Buffer.from(`--${boundary}--\r\n`)

function part(headers: string, body: Uint8Array | string = ''): Buffer {
  const [head, tail] = [Buffer.from(`--${boundary}\r\n${headers}\r\n\r\n`), Buffer.from('\r\n')]
  return Buffer.concat([head, typeof body === 'string' ? Buffer.from(body) : body, tail])
}
const field = (name: string, text: string) =>
  part(`Content-Disposition: form-data; name="${name}"`, text)
const file = (body: Uint8Array | string, headers = 'name="file"; filename="a.png"') =>
  part(`Content-Disposition: form-data; ${headers}\r\nContent-Type: image/png`, body)

/** A reader who can send any bytes as the body of an upload, and what the service logs. */
async function aContributor() {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) })
  const dataDir = await aFolder()
  const reader = await aReader(await startApp({ log, dataDir }))
  const post = (body: Uint8Array, headers: Record<string, string> = multipart) =>
    reader.send('/api/uploads', { method: 'POST', headers, body: body as BodyInit })
  /** The cookies that a browser would send along, for requests that no library would send. */
  const cookie = [...reader.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return { ...reader, post, cookie, dataDir, lines }
}

const png = await aPicture(30, 20).png().toBuffer()
const many = (count: number) => Array.from({ length: count }, (_, at) => field(`f${at}`, 'x'))

describe('a form with a picture', () => {
  test.each<[string, Buffer[]]>([
    ['alone', [file(png)]],
    ['among other fields', [field('title', 'Rice'), file(png), field('__proto__', '{"x":1}')]],
    ['under a name that leads elsewhere', [file(png, 'name="file"; filename="../../x.png"')]],
    ['under a name with a NUL', [file(png, 'name="file"; filename="a\0.png"')]],
    ['under a name in another alphabet', [file(png, "name=file; filename*=utf-8''%e1%bb%8d")]],
    [
      'after a field that says how it is encoded',
      [
        part('Content-Disposition: form-data; name="x"\r\nContent-Transfer-Encoding: 7bit', 'a'),
        file(png),
      ],
    ],
    ['after nine and forty fields', [...many(49), file(png)]],
  ])('is taken (%s)', async (_, parts) => {
    const { post } = await aContributor()
    const response = await post(Buffer.concat([...parts, end]))
    expect([response.status, await response.json()]).toEqual([
      201,
      expect.objectContaining({ width: 30 }),
    ])
    expect({}).not.toHaveProperty('x')
    await expectNothingLeft()
  })

  test.each<[string, number, string, Buffer[]]>([
    ['two pictures', 400, invalid, [file(png), file(png)]],
    ['two pictures of two names', 400, invalid, [file(png), file(png, 'name="b"; filename="b"')]],
    ['sixty fields', 413, tooLarge, [...many(60), file(png)]],
    ['a field of a megabyte', 413, tooLarge, [field('x', 'a'.repeat(1024 * 1024)), file(png)]],
    [
      'fields of a megabyte',
      413,
      tooLarge,
      [...many(20).map((_, at) => field(`f${at}`, 'a'.repeat(50_000))), file(png)],
    ],
    ['a header of a megabyte', 413, tooLarge, [part(`X: ${'filename="x '.repeat(90_000)}`)]],
    ['a part without headers', 400, invalid, [part(''), file(png)]],
    ['a part without a name', 400, invalid, [file(png, 'filename="a.png"')]],
    ['no part', 400, invalid, []],
    ['no file', 400, invalid, [field('title', 'Rice')]],
    ['text for a file', 400, invalid, [field('file', 'hello')]],
    ['an empty file', 400, invalid, [file('')]],
    ['a file under another name', 400, invalid, [file(png, 'name="__proto__"; filename="a"')]],
  ])('with %s is rejected with %d', async (_, status, message, parts) => {
    const { post, lines } = await aContributor()
    const response = await post(Buffer.concat([...parts, end]))
    expect([response.status, (await response.json()).message]).toEqual([status, message])
    expect(lines).toEqual([])
    await expectNothingLeft()
  })

  test.each<[string, Record<string, string>, Buffer]>([
    ['names no boundary', { 'Content-Type': 'multipart/form-data' }, file(png)],
    ['names an empty boundary', { 'Content-Type': 'multipart/form-data; boundary=' }, file(png)],
    ['names another boundary', { 'Content-Type': 'multipart/form-data; boundary=x' }, file(png)],
    ['stops in the middle', multipart, file(png).subarray(0, -20)],
    ['stops before its end', multipart, file(png)],
    ['stops before it begins', multipart, Buffer.alloc(0)],
    ['is none', multipart, Buffer.from('{"file":{"path":"/etc/passwd","bytes":3}}')],
  ])('that %s is rejected', async (_, headers, body) => {
    const { post, lines } = await aContributor()
    const response = await post(body, headers)
    expect([response.status, (await response.json()).message]).toEqual([400, invalid])
    expect(lines).toEqual([])
    await expectNothingLeft()
  })

  test('must be multipart: no other body can name a file', async () => {
    const { post } = await aContributor()
    const json = Buffer.from('{"file":{"path":"/etc/passwd","bytes":3}}')
    const response = await post(json, { 'Content-Type': 'application/json' })
    expect(response.status).toBe(400)
    expect((await response.json()).errors).toEqual({ file: ['Please choose a file to upload'] })
    for (const type of ['application/octet-stream', 'image/png']) {
      expect((await post(json, { 'Content-Type': type })).status, type).toBe(415)
    }
  })

  test('is accepted only by endpoints that take a file', async () => {
    const { send } = await aVisitor()
    const body = Buffer.concat([file(png), end])
    const init = { method: 'POST', headers: multipart, body }
    expect((await send('/api/newsletter', init)).status).toBe(415)
    await expectNothingLeft()
  })
})

describe('a file that is too large', () => {
  test.each([
    ['10 MB', ofTenMB, 415],
    ['10 MB and a byte', ofTenMB + 1, 413],
    ['30 MB', 3 * ofTenMB, 413],
  ])(
    'is rejected for its size alone (%s), and the connection stays open',
    async (_, bytes, status) => {
      const { post, send, lines } = await aContributor()
      const response = await post(Buffer.concat([file(Buffer.alloc(bytes)), end]))
      expect(response.status).toBe(status)
      if (status === 413) expect((await response.json()).message).toBe(fileTooLarge)
      expect((await send('/api/auth/user')).status).toBe(200)
      expect(lines).toEqual([])
      await expectNothingLeft()
    },
  )

  test('is rejected whatever size was announced', async () => {
    const { send } = await aContributor()
    const chunks = async function* () {
      yield file(Buffer.alloc(ofTenMB + 1))
      yield end
    }
    const body = Readable.toWeb(Readable.from(chunks())) as unknown as BodyInit
    const init = { method: 'POST', headers: multipart, body, duplex: 'half' } as RequestInit
    const response = await send('/api/uploads', init)
    expect([response.status, (await response.json()).message]).toEqual([413, fileTooLarge])
  })

  test('gets its response even when the sender reads only after the last byte', async () => {
    const { base, cookie } = await aContributor()
    const body = Buffer.concat([file(Buffer.alloc(2 * ofTenMB)), end])
    const socket = await aConnection(base)
    socket.pause()
    socket.write(head(cookie, body.length))
    await new Promise<void>((resolve, reject) => {
      socket.on('error', reject)
      socket.write(body, () => resolve())
    })
    const answer = await new Promise((resolve) => {
      socket.once('data', (chunk) => resolve(String(chunk)))
      socket.resume()
    })
    socket.destroy()
    expect(answer).toContain('HTTP/1.1 413')
    expect(answer).toContain(fileTooLarge)
  })
})

describe('an upload that breaks off', () => {
  test('leaves no file and is not logged as an error', async () => {
    const { base, cookie, lines, dataDir } = await aContributor()
    const body = Buffer.concat([file(Buffer.alloc(1024 * 1024)), end])
    const socket = await aConnection(base)
    socket.write(head(cookie, body.length))
    socket.write(body.subarray(0, 500_000))
    await vi.waitFor(async () => expect(await listReceived()).toHaveLength(1))
    socket.destroy()
    await expectNothingLeft()
    expect(lines).toEqual([])
    expect(await readdir(join(dataDir, 'uploads')).catch(() => [])).toEqual([])
  })
})

describe('a body', () => {
  const tricky = Buffer.from(
    `\r\n-\r\n--\r\n--${boundary.slice(0, -1)}\r\n${boundary}\r\r\n--${boundary.slice(1)}--`,
  )
  const whole = Buffer.concat([
    Buffer.from('What mail programs say first\r\n'),
    field('title', 'Ìrìn àjò\r\nof the ferry'),
    file(tricky),
    field('last', ''),
    end,
    Buffer.from('and last'),
  ])

  test.each([1, 2, 3, 7, 61, 10_000])('reads the same in pieces of %d bytes', async (size) => {
    const pieces: Buffer[] = []
    for (let at = 0; at < whole.length; at += size) pieces.push(whole.subarray(at, at + size))
    const request = Object.assign(Readable.from(pieces), {
      headers: { 'content-type': multipart['Content-Type'] },
    }) as unknown as IncomingMessage
    const path = join(await aFolder(), 'file')
    const fields: FormFields = new Map()
    const room = { path, bytes: 1000, tooLarge: 'fileTooLarge' } as const
    await readMultipart(request, fields, { file: room, fieldBytes: 100 })
    expect(Object.fromEntries(fields)).toEqual({
      title: 'Ìrìn àjò\r\nof the ferry',
      file: { path, bytes: tricky.length },
      last: '',
    })
    expect(await readFile(path)).toEqual(tricky)
  })
})

describe('a visitor who sends a story with a file', () => {
  const story = (...parts: Buffer[]) =>
    Buffer.concat([field('title', 'Rice'), field('terms', 'on'), ...parts])
  const begun = (body: Buffer, length = body.length, cookie = '') =>
    Buffer.concat([Buffer.from(head(cookie, length, '/api/stories')), body])

  test('takes no room on disk or in memory, however many do so slowly', async () => {
    const base = await startApp()
    const half = story(file(Buffer.alloc(512 * 1024, 7)))
    const before = heldBytes()
    const sockets = []
    for (let count = runs({ sample: 200, long: 1000 }); count > 0; count--) {
      const socket = await aConnection(base)
      // One of them signs in with what nobody was given.
      const cookie = count === 1 ? `session=${'a'.repeat(40)}` : ''
      await new Promise((sent) => socket.write(begun(half, ofTenMB, cookie), sent))
      sockets.push(socket)
    }
    expect(await listReceived()).toEqual([])
    expect(heldBytes() - before).toBeLessThan(50 * 1024 * 1024)
    for (const socket of sockets) socket.destroy()
  })

  test.each([
    ['to the end', file(png), 401],
    ['that is too large', file(Buffer.alloc(ofTenMB + 1)), 413],
    ['in two files', Buffer.concat([file(png), file(png, 'name="b"; filename="b"')]), 400],
  ])('gets the same error as a reader whose session has ended: %s', async (_, files, status) => {
    const { send } = await aVisitor(await startApp())
    const body = Buffer.concat([story(files), end])
    const response = await send('/api/stories', { method: 'POST', headers: multipart, body })
    expect(response.status).toBe(status)
    await expectNothingLeft()
  })

  test('in JSON is ignored', async () => {
    const socket = await aConnection(await startApp())
    const answered = new Promise((resolve) => socket.once('data', resolve))
    const json = head('', 100_000, '/api/stories').replace(/multipart[^\r]+/, 'application/json')
    socket.write(`${json}{"title":"`)
    expect(String(await answered)).toContain(' 401 ')
    socket.destroy()
  })
})

async function aConnection(base: string) {
  const { hostname, port } = new URL(base)
  const socket = connect(Number(port), hostname)
  await new Promise((resolve) => socket.once('connect', resolve))
  return socket
}

function head(cookie: string, length: number, path = '/api/uploads'): string {
  return [
    `POST ${path} HTTP/1.1`,
    'Host: ascend.example',
    `Cookie: ${cookie}`,
    `Content-Type: ${multipart['Content-Type']}`,
    `Content-Length: ${length}`,
    '\r\n',
  ].join('\r\n')
}
