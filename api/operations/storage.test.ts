import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Files } from '#api/integrations/files.ts'
import { folderFiles } from '#api/integrations/folder-files.ts'
import { s3Files } from '#api/integrations/s3-files.ts'
import { withoutCleanups } from '#api/jobs/cleanup.ts'
import { cleanUpUploads } from '#api/magazine/uploads/store-picture.ts'
import { cleanUpBookFiles } from '#api/shop/books/store-book-file.ts'
import { findDownload } from '#api/shop/orders/copies.queries.ts'
import { orderSecret } from '#api/shop/orders/order-secrets.ts'
import { sql } from '#db/sql.ts'
import { composeWith } from '#tests/fixtures/mail-sender.ts'
import { aFolder } from '#tests/folders.ts'
import { aPicture, upload } from '#tests/magazine/pictures.ts'
import { aBook, aReader, aStory, aVisitor, startApp, thePublisher } from '#tests/people.ts'
import { anS3Server } from '#tests/servers/s3-server.ts'
import { aBookWithFile, anOrder } from '#tests/shop/buyers.ts'
import { aPdf } from '#tests/shop/pdfs.ts'

// What people do with files, wherever these are kept; and with a storage that is away.

const places: [string, () => Promise<Files>][] = [
  ['in a folder', async () => folderFiles(await aFolder())],
  ['in a bucket', async () => s3Files(await anS3Server())],
]

const unavailable = 'Pictures and books cannot be reached right now. Please try again in a moment.'
const namesIn = async (files: Files, folder: string) => {
  const names: string[] = []
  for await (const { name } of files.list(folder)) names.push(name)
  return names.sort()
}

describe.each(places)('with its files %s', (_, open) => {
  let files: Files
  let base = ''
  beforeAll(async () => {
    files = await open()
    base = await startApp({ files })
  })

  test('a publisher uploads a large book, and its buyer resumes a download', async () => {
    const publisher = await thePublisher(base)
    const book = await aBook({ isStamped: false })
    const pdf = aPdf(20, { padding: 6_000_000 })
    const put = await publisher.send(`/api/admin/books/${book.id}/file`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/pdf' },
      body: pdf as BodyInit,
    })
    expect(await put.json()).toMatchObject({ pdf: { pages: 20, bytes: pdf.length } })
    const order = await anOrder(book.id)
    const { send } = await aVisitor(base)
    const download = (headers: Record<string, string>, method = 'GET') =>
      send(`/api/downloads/${order.token}`, { method, headers })
    const first = await download({ Range: 'bytes=0-2999999' })
    const etag = first.headers.get('ETag') ?? ''
    const parts = [Buffer.from(await first.arrayBuffer())]
    expect([first.status, first.headers.get('Content-Range')]).toEqual([
      206,
      `bytes 0-2999999/${pdf.length}`,
    ])
    const second = await download({ Range: 'bytes=3000000-', 'If-Range': etag })
    parts.push(Buffer.from(await second.arrayBuffer()))
    expect(Buffer.concat(parts).equals(pdf)).toBe(true)
    const head = await download({}, 'HEAD')
    expect([head.headers.get('ETag'), head.headers.get('Content-Length')]).toEqual([
      etag,
      String(pdf.length),
    ])
    const same = await download({ 'If-None-Match': etag, 'Cache-Control': 'max-age=0' })
    expect(same.status).toBe(304)
    expect((await findDownload(order.id, composeWith))?.left).toBe(9)
  })

  test('an uploaded picture is public, and the cleanup deletes it once it is unused', async () => {
    const reader = await aReader(base)
    const { url } = (await (
      await upload(reader, await aPicture(60, 40).png().toBuffer())
    ).json()) as { url: string }
    const seen = await (await aVisitor(base)).send(url)
    expect([seen.status, seen.headers.get('Content-Type')]).toEqual([200, 'image/webp'])
    const id = url.split('/')[2] ?? ''
    expect(await namesIn(files, `uploads/${id}`)).toHaveLength(3)
    await sql`update uploads set created_at = now() - interval '31 days' where id = ${id}`
    await cleanUpUploads(files)
    expect(await namesIn(files, `uploads/${id}`)).toEqual([])
    expect((await reader.send(url)).status).toBe(404)
  })

  test('a share picture is drawn once', async () => {
    const { id } = await aStory()
    const { send } = await aVisitor(base)
    const answers = await Promise.all(
      [1, 2, 3].map(() => send(`/api/share-pictures/story/${id}.jpg`)),
    )
    expect(new Set(answers.map(({ headers }) => headers.get('ETag'))).size).toBe(1)
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await namesIn(files, 'share-pictures')).toHaveLength(1)
  })

  test('the cleanup deletes a replaced file, but not during a backup', async () => {
    const book = await aBookWithFile(files)
    await sql`update book_files set kept_at = now() - interval '2 hours'`
    await sql`update books set pdf_id = null, pdf_bytes = null, pdf_pages = null, pdf_uploaded_at = null where id = ${book.id}`
    const before = await namesIn(files, 'books')
    await withoutCleanups(sql, async () => {
      await cleanUpBookFiles(files)
      await cleanUpUploads(files)
    })
    expect(await namesIn(files, 'books')).toEqual(before)
    await cleanUpBookFiles(files)
    expect(await namesIn(files, 'books')).toHaveLength(before.length - 1)
  })

  test('replicas that start together share one order secret', async () => {
    const secrets = await Promise.all(Array.from({ length: 8 }, () => orderSecret(files)))
    expect(new Set(secrets.map((secret) => Buffer.from(secret).toString('hex'))).size).toBe(1)
    expect(secrets[0]).toHaveLength(32)
  })
})

describe('a storage that becomes unavailable', () => {
  test('gives errors at once, loses nothing, leaves no partial file, and is used again when it is back', async () => {
    const storage = await anS3Server()
    const files = await s3Files(storage)
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) })
    const base = await startApp({ files, log })
    const [publisher, reader] = [await thePublisher(base), await aReader(base)]
    const book = await aBookWithFile(files)
    const order = await anOrder(book.id)
    const picture = await aPicture(60, 40).png().toBuffer()
    const { url } = (await (await upload(reader, picture)).json()) as { url: string }
    const { id: storyId } = await aStory()
    const pdfId = async () =>
      (await sql`select pdf_id from books where id = ${book.id}`)[0]?.['pdfId']
    const before = await pdfId()

    await storage.stop()
    const putBook = () =>
      publisher.send(`/api/admin/books/${book.id}/file`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/pdf' },
        body: aPdf(2) as BodyInit,
      })
    const refused = [
      await reader.send(`/api/downloads/${order.token}`),
      await reader.send(`/api/downloads/${order.token}`, { headers: { Range: 'bytes=5-' } }),
      await upload(reader, picture),
      await putBook(),
      await reader.send(`/api/share-pictures/story/${storyId}.jpg`),
      await reader.send(url, { headers: { Accept: 'application/json' } }),
    ]
    for (const response of refused) {
      expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '3'])
    }
    expect(await refused[0]?.json()).toMatchObject({ message: unavailable })
    expect((await reader.send(`/api/downloads/${order.token}`, { method: 'HEAD' })).status).toBe(
      503,
    )
    expect((await findDownload(order.id, composeWith))?.left).toBe(10)
    expect(await pdfId()).toBe(before)
    expect(await sql`select from uploads where reader_id = ${reader.reader.id}`).toHaveLength(1)
    expect(lines.length).toBeGreaterThanOrEqual(refused.length)
    expect(lines.every((line) => JSON.parse(line).level === 40)).toBe(true)
    expect(lines.join()).toMatch(/Looking for books\/.* failed: .*ECONNREFUSED/)
    expect(lines.join()).not.toContain(storage.secretKey)
    await sql`update uploads set created_at = now() - interval '31 days'`
    await expect(cleanUpUploads(files)).rejects.toMatchObject({ status: 503 })
    expect(await sql`select from uploads where reader_id = ${reader.reader.id}`).toHaveLength(1)

    await storage.start()
    const response = await reader.send(`/api/downloads/${order.token}`)
    expect(Buffer.from(await response.arrayBuffer()).equals(book.file)).toBe(true)
    expect((await findDownload(order.id, composeWith))?.left).toBe(9)
    expect((await putBook()).status).toBe(200)
    expect((await reader.send(url)).status).toBe(200)
  })

  test('during a download interrupts it, and resuming it is not counted again', async () => {
    const storage = await anS3Server()
    const files = await s3Files(storage)
    const base = await startApp({ files })
    const book = await aBook({ isStamped: false })
    const pdfId = randomUUID()
    const pdf = aPdf(3, { padding: 20_000_000 })
    await files.store(`books/${pdfId}.pdf`, pdf)
    await sql`update books set pdf_id = ${pdfId}, pdf_bytes = ${pdf.length}, pdf_pages = 3, pdf_uploaded_at = now() where id = ${book.id}`
    const order = await anOrder(book.id)
    const { send } = await aVisitor(base)
    const response = await send(`/api/downloads/${order.token}`)
    const pieces: Buffer[] = []
    const reading = (async () => {
      for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
        if (pieces.length === 0) await storage.stop()
        pieces.push(Buffer.from(piece))
      }
    })()
    await expect(reading).rejects.toThrow()
    const got = Buffer.concat(pieces)
    expect(got.length).toBeLessThan(pdf.length)
    expect((await send('/api/health')).status).toBe(200)
    await storage.start()
    const etag = response.headers.get('ETag') ?? ''
    const rest = await send(`/api/downloads/${order.token}`, {
      headers: { Range: `bytes=${got.length}-`, 'If-Range': etag },
    })
    expect(rest.status).toBe(206)
    expect(Buffer.concat([got, Buffer.from(await rest.arrayBuffer())]).equals(pdf)).toBe(true)
    expect((await findDownload(order.id, composeWith))?.left).toBe(9)
  })

  test('a full folder gives the same errors', async () => {
    const folder = await aFolder()
    const files = folderFiles(folder)
    const full: Files = {
      ...files,
      store: (name) => files.store(name, '/dev/full/at/all'),
    }
    const reader = await aReader(await startApp({ files: full }))
    const response = await upload(reader, await aPicture(60, 40).png().toBuffer())
    expect([response.status, (await response.json()).message]).toEqual([503, unavailable])
    const left = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((it) =>
      it.isFile(),
    )
    expect(left).toEqual([])
  })
})
