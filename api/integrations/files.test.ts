// A worker of its own: what the others have loaded would be searched for garbage each time.
import { randomBytes, randomUUID } from 'node:crypto'
import { readdir, stat, truncate, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer, request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { aFolder } from '#tests/folders.ts'
import { heldBytes } from '#tests/held-bytes.ts'
import { anS3Server } from '#tests/servers/s3-server.ts'
import type { Files } from './files.ts'
import { folderFiles, openFiles } from './folder-files.ts'
import { s3Files } from './s3-files.ts'

const folder = await aFolder()
const storage = await anS3Server()
const bucket = await s3Files(storage)
const fiftyMB = 50 * 1024 * 1024
const unavailable = {
  status: 503,
  sentence: expect.stringContaining('cannot be reached right now'),
}

const all = async (files: Files, name: string, part?: { start: number; end: number }) =>
  buffer(await files.read(name, part))
const namesIn = async (files: Files, below: string) => {
  const names: string[] = []
  for await (const { name } of files.list(below)) names.push(name)
  return names.sort()
}

describe.each<[string, Files]>([
  ['in a folder', folderFiles(folder)],
  ['in a bucket', bucket],
])('a file %s', (_, files) => {
  test('is found and read back, as a whole or in parts', async () => {
    const bytes = randomBytes(100_000)
    const name = `books/${randomUUID()}.pdf`
    expect(await files.find(name)).toBeUndefined()
    await files.store(name, bytes)
    const found = await files.find(name)
    expect(found).toEqual({
      name,
      bytes: bytes.length,
      etag: expect.stringMatching(/^"[^"]+"$/),
      storedAt: expect.any(Date),
    })
    expect(await files.find(name)).toEqual(found)
    expect(Math.abs((found?.storedAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000)
    expect((await all(files, name)).equals(bytes)).toBe(true)
    for (const [start, end] of [
      [0, 9],
      [5, 999],
      [99_000, 99_999],
    ] as const) {
      const part = await all(files, name, { start, end })
      expect(part.equals(bytes.subarray(start, end + 1))).toBe(true)
    }
  })

  test('of 50 MB is stored and read without being held in memory', async () => {
    const path = join(await aFolder(), 'book')
    await writeFile(path, 'begins')
    await truncate(path, fiftyMB)
    const name = `books/${randomUUID()}.pdf`
    const before = heldBytes()
    let most = 0
    const watch = setInterval(() => {
      most = Math.max(most, heldBytes() - before)
    }, 200)
    await files.store(name, path)
    let bytes = 0
    for await (const piece of await files.read(name)) bytes += (piece as Buffer).length
    clearInterval(watch)
    expect(bytes).toBe(fiftyMB)
    expect(most).toBeLessThan(fiftyMB / 5)
  })

  test('that is missing is not found, cannot be read, and counts as removed', async () => {
    const name = `uploads/${randomUUID()}/480.webp`
    expect(await files.find(name)).toBeUndefined()
    await expect(files.read(name)).rejects.toThrow(`${name} is missing`)
    await files.remove(name)
    await files.store(name, Buffer.from('x'))
    await files.remove(name)
    expect(await files.find(name)).toBeUndefined()
  })

  test('is listed with its size and all others below its folder', async () => {
    const top = `t${randomUUID()}`
    expect(await namesIn(files, top)).toEqual([])
    const names = [`${top}/a/480.webp`, `${top}/a/960.webp`, `${top}/b.pdf`]
    for (const [at, name] of names.entries()) await files.store(name, Buffer.alloc(at + 1))
    await files.store(`${top}x/c.pdf`, Buffer.from('x'))
    expect(await namesIn(files, top)).toEqual(names)
    for await (const { name, bytes } of files.list(top)) {
      expect(bytes).toBe(names.indexOf(name) + 1)
    }
  })

  test.each(['../a', '/a', 'a/../b', 'a//b', '.a', 'a/.b', 'A', 'a\0b', 'a b', '', 'a/', 'a\\b'])(
    'cannot be named %j',
    async (name) => {
      for (const doing of [files.store(name, Buffer.from('x')), files.find(name), files.read(name)])
        await expect(doing).rejects.toThrow('is not a valid file name')
    },
  )

  test('that cannot be stored leaves nothing', async () => {
    const name = `books/${randomUUID()}.pdf`
    await expect(files.store(name, '/nowhere/at/all')).rejects.toMatchObject(unavailable)
    expect(await files.find(name)).toBeUndefined()
    expect((await readdir(join(folder, 'books'))).filter((one) => one.startsWith('.'))).toEqual([])
  })
})

describe('a folder', () => {
  test('keeps the first of two files stored at once, whole and readable by its owner only', async () => {
    const files = folderFiles(folder)
    const name = `uploads/${randomUUID()}/480.webp`
    const many = Array.from({ length: 10 }, (_, at) => Buffer.alloc(50_000, at + 1))
    await Promise.all(many.map((bytes) => files.store(name, bytes)))
    const stored = await all(files, name)
    expect(many.some((bytes) => bytes.equals(stored))).toBe(true)
    await files.store(name, Buffer.from('another'))
    expect((await all(files, name)).equals(stored)).toBe(true)
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
  })

  test('does not list a partially written file', async () => {
    const files = folderFiles(folder)
    const name = `half/${randomUUID()}.pdf`
    await files.store(name, Buffer.from('x'))
    await writeFile(join(folder, 'half', `.${randomUUID()}`), 'x')
    expect(await namesIn(files, 'half')).toEqual([name])
  })

  test('that is a file counts as unavailable storage', async () => {
    const path = join(await aFolder(), 'file')
    await writeFile(path, '')
    const files = folderFiles(path)
    await expect(files.store('books/a.pdf', Buffer.from('x'))).rejects.toMatchObject(unavailable)
    await expect(files.find('books/a.pdf')).rejects.toMatchObject(unavailable)
    await expect(files.read('books/a.pdf')).rejects.toMatchObject(unavailable)
  })
})

describe('a bucket', () => {
  /** A request as the service signs it, at its own bucket. */
  async function aSignedRequest() {
    const seen: { method: string; url: string; headers: Record<string, string> }[] = []
    const listener = createHttpServer(({ method = '', url = '', headers }, response) => {
      seen.push({ method, url, headers: { ...headers } as Record<string, string> })
      if (url.includes('list-type')) response.end('<ListBucketResult/>')
      else response.writeHead(404).end()
    }).listen(0, '127.0.0.1')
    await new Promise((listening) => listener.once('listening', listening))
    const { port } = listener.address() as AddressInfo
    await s3Files({ ...storage, endpoint: `http://127.0.0.1:${port}` }).catch(() => {})
    listener.close()
    const put = seen.find(({ method }) => method === 'PUT')
    if (!put) throw new Error('Nothing was stored')
    return put
  }
  const send = ({ method, url, headers }: Awaited<ReturnType<typeof aSignedRequest>>, body = '') =>
    new Promise<number | undefined>((resolve, reject) => {
      const sent = request(storage.endpoint + url, { method, headers }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      sent.on('error', reject)
      sent.end(body)
    })

  test('accepts only requests signed with its key', async () => {
    const signed = await aSignedRequest()
    const body = 'Ascend may write here.'
    const { authorization: _, ...unsigned } = signed.headers
    expect(await send({ ...signed, headers: unsigned }, body)).toBe(403)
    expect(await send({ ...signed, url: `/${storage.bucket}/books/other.pdf` }, body)).toBe(403)
    expect(await send({ ...signed, method: 'DELETE' })).toBe(403)
    expect(await send(signed, body.replace('may', 'can'))).toBe(400)
    expect(await send(signed, body)).toBe(200)
  })
})

describe('an unavailable storage', () => {
  test('is reported at once, and the cause is logged without the key', async () => {
    const dying = await anS3Server()
    const files = await s3Files({ ...dying })
    await files.store('books/a.pdf', Buffer.from('x'))
    await dying.stop()
    const doing = [
      () => files.store('books/b.pdf', Buffer.from('x')),
      () => files.find('books/a.pdf'),
      () => files.read('books/a.pdf'),
      () => files.remove('books/a.pdf'),
      () => namesIn(files, 'books'),
    ]
    for (const act of doing) {
      const failure = await act().catch((error: unknown) => error)
      expect(failure).toMatchObject(unavailable)
      expect(String((failure as Error).cause)).toMatch(
        /(Keeping|Looking|Reading|Removing|Listing).*ECONN/,
      )
      expect(JSON.stringify(failure)).not.toContain(dying.secretKey)
    }
  })

  test('that accepts connections and sends nothing times out', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    await new Promise((listening) => silent.once('listening', listening))
    const { port } = silent.address() as AddressInfo
    const asked = s3Files({ ...storage, endpoint: `http://127.0.0.1:${port}` })
    await expect(asked).rejects.toThrow(/cannot be read.*ETIMEDOUT/)
    silent.close()
  })

  test.each<[string, Partial<typeof storage>, RegExp]>([
    ['nobody answers', { endpoint: 'http://127.0.0.1:9' }, /cannot be read.*ECONNREFUSED/],
    ['the bucket is not there', { bucket: 'no-such-bucket' }, /no-such-bucket.*cannot be read/],
    ['nobody has that key', { accessKey: 'NOBODY' }, /cannot be read/],
    ['its secret is another', { secretKey: 'not the secret' }, /cannot be read/],
  ])('stops the start with one message: %s', async (_, wrong, output) => {
    const opened = openFiles({ dataDir: folder, s3: { ...storage, ...wrong } })
    const failure = (await opened.catch((error: unknown) => error)) as Error
    expect(failure.message).toMatch(output)
    expect(failure.message).toContain(
      'Check S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY',
    )
    expect(failure.message).not.toContain('\n')
  })

  test('is not checked where none is configured', async () => {
    expect((await openFiles({ dataDir: folder, s3: undefined })).place).toBe(folder)
  })
})
