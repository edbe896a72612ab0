import { randomBytes, randomUUID } from 'node:crypto'
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { constants, deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { folderFiles } from '#api/integrations/folder-files.ts'
import { cleanUpUploads } from '#api/magazine/uploads/store-picture.ts'
import { sql } from '#db/sql.ts'
import { aFolder } from '#tests/folders.ts'
import { runs } from '#tests/long.ts'
import { aPicture } from '#tests/magazine/pictures.ts'
import { aBook, aReader, aVisitor, startApp, thePublisher } from '#tests/people.ts'
import { aLockedPdf, aPdf } from '#tests/shop/pdfs.ts'
import { cleanUpBookFiles } from './store-book-file.ts'

const notAPdf = [415, 'This file is not a PDF that can be read. Please choose another one.']
const fiftyMB = 50 * 1024 * 1024

/** The publisher with a book of theirs, on a data folder that the test can look into. */
async function aPublisherWithBook() {
  const dataDir = await aFolder()
  const files = folderFiles(dataDir)
  const publisher = await thePublisher(await startApp({ files }))
  const book = await aBook({ isPublished: false })
  const put = (
    what: 'file' | 'cover',
    body: Uint8Array | string | FormData,
    headers: Record<string, string> = { 'Content-Type': 'application/octet-stream' },
    id = book.id,
  ) =>
    publisher.send(`/api/admin/books/${id}/${what}`, {
      method: 'PUT',
      headers: body instanceof FormData ? {} : headers,
      body: body as BodyInit,
    })
  const listFiles = async () => (await readdir(join(dataDir, 'books')).catch(() => [])).sort()
  const listPictures = async () => readdir(join(dataDir, 'uploads')).catch(() => [])
  const adminBook = () => publisher.call('GET /admin/books/:id', { id: book.id })
  return { ...publisher, dataDir, files, book, put, listFiles, listPictures, adminBook }
}

async function activityOf(id: string): Promise<string[]> {
  const rows = await sql`select action from activity where subject_id = ${id} order by id`
  return rows.map(({ action }) => action)
}

const answerOf = async (response: Response) => [response.status, (await response.json()).message]

function inAForm(bytes: Uint8Array, name: string): FormData {
  const form = new FormData()
  form.set('file', new Blob([bytes as BlobPart]), name)
  return form
}

describe('the file of a book', () => {
  test.each<[string, (pdf: Buffer) => FormData | Buffer, string]>([
    ['as the body', (pdf) => pdf, 'application/pdf'],
    ['as bytes without a name', (pdf) => pdf, 'application/octet-stream'],
    ['as bytes that claim to be text', (pdf) => pdf, 'text/plain'],
    ['in a form', (pdf) => inAForm(pdf, 'ledger.pdf'), ''],
    ['in a form under a wrong name', (pdf) => inAForm(pdf, '../../ledger.jpg'), ''],
  ])('is uploaded %s, counted, stored and logged', async (_, wrap, type) => {
    const { put, book, adminBook, send } = await aPublisherWithBook()
    const before = await adminBook()
    expect(before.pdf).toBeNull()
    const pdf = aPdf(7)
    const response = await put('file', wrap(pdf), { 'Content-Type': type })
    expect(response.status).toBe(200)
    const answer = await response.json()
    expect(answer.pdf).toEqual({ pages: 7, bytes: pdf.length, uploadedAt: expect.any(String) })
    expect(await adminBook()).toEqual(answer)
    // A form that is open in another tab still fits.
    expect(answer.revision).toBe(before.revision)
    expect(await activityOf(book.id)).toEqual(['bookFileReplaced'])
    const opened = await send(`/api/admin/books/${book.id}/file`)
    expect(Buffer.from(await opened.arrayBuffer())).toEqual(pdf)
  })

  test('of a real publication has the right number of pages', async () => {
    const { put } = await aPublisherWithBook()
    const pdf = await readFile('content/publications/growing-right/growing-right.pdf')
    const { pages } = JSON.parse(
      await readFile('content/publications/growing-right/publication.json', 'utf8'),
    )
    const response = await put('file', pdf)
    expect((await response.json()).pdf.pages).toBe(Number.parseInt(pages, 10))
  })

  test('is opened by the publisher only, as a whole or in parts', async () => {
    const { put, book, send, base } = await aPublisherWithBook()
    const pdf = aPdf(3)
    await put('file', pdf)
    const address = `/api/admin/books/${book.id}/file`
    const whole = await send(address)
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(whole.headers.get('cache-control')).toBe('private, no-store')
    expect(whole.headers.get('content-disposition')).toMatch(/^inline; filename="the-quiet-ledger/)
    const part = await send(address, { headers: { Range: 'bytes=0-4' } })
    expect([part.status, await part.text()]).toEqual([206, '%PDF-'])
    for (const other of [await aVisitor(base), await aReader(base)]) {
      expect((await other.send(address)).status).toBe(401)
    }
  })

  test('is a 404 before it is uploaded', async () => {
    const { book, send } = await aPublisherWithBook()
    const response = await send(`/api/admin/books/${book.id}/file`)
    expect(await answerOf(response)).toEqual([404, 'This book has no file yet.'])
  })

  test('can be replaced at once, and the cleanup deletes the old one', async () => {
    const { put, book, send, listFiles, files } = await aPublisherWithBook()
    await put('file', aPdf(3))
    const [old] = await listFiles()
    const answer = await (await put('file', aPdf(4))).json()
    expect(answer.pdf.pages).toBe(4)
    await cleanUpBookFiles(files)
    expect(await listFiles()).toHaveLength(2)
    await sql`update book_files set kept_at = now() - interval '61 minutes'`
    await cleanUpBookFiles(files)
    const left = await listFiles()
    expect(left).toHaveLength(1)
    expect(left).not.toContain(old)
    expect((await send(`/api/admin/books/${book.id}/file`)).status).toBe(200)
    expect(await activityOf(book.id)).toEqual(['bookFileReplaced', 'bookFileReplaced'])
  })

  test('stays for its buyers when the book is deleted', async () => {
    const { put, call, book, listFiles, files } = await aPublisherWithBook()
    await put('file', aPdf(3))
    await call('DELETE /admin/books/:id', { id: book.id })
    await sql`update book_files set kept_at = now() - interval '1 year'`
    await cleanUpBookFiles(files)
    expect(await listFiles()).toHaveLength(1)
  })

  test('is deleted after a crash during the upload, and files of other databases are not', async () => {
    const { put, listFiles, dataDir, files } = await aPublisherWithBook()
    await put('file', aPdf(1))
    const [own] = await listFiles()
    const [crashed, unknown] = [randomUUID(), randomUUID()]
    await sql`
      insert into book_files (id, kept_at) values (${crashed}, now() - interval '2 hours')`
    await writeFile(join(dataDir, 'books', `${crashed}.pdf`), 'of no book')
    const half = join(dataDir, 'books', `.${randomUUID()}`)
    await writeFile(half, 'half')
    const anHourAgo = new Date(Date.now() - 61 * 60 * 1000)
    await utimes(half, anHourAgo, anHourAgo)
    await writeFile(join(dataDir, 'books', `${unknown}.pdf`), 'sold')
    await cleanUpBookFiles(files)
    await files.removeLeftovers()
    expect(await listFiles()).toEqual([own, `${unknown}.pdf`].sort())
  })

  test('is accepted from the publisher only, and only for an existing book', async () => {
    const { put, base, book, listFiles } = await aPublisherWithBook()
    for (const other of [await aVisitor(base), await aReader(base)]) {
      for (const what of ['file', 'cover']) {
        const address = `/api/admin/books/${book.id}/${what}`
        const response = await other.send(address, { method: 'PUT', body: aPdf(1) as BodyInit })
        expect(response.status).toBe(401)
      }
    }
    for (const id of [randomUUID(), 'x']) {
      for (const what of ['file', 'cover'] as const) {
        const response = await put(what, aPdf(1), undefined, id)
        expect(await answerOf(response)).toEqual([
          404,
          "The book you're looking for doesn't exist.",
        ])
      }
    }
    expect(await listFiles()).toEqual([])
  })
})

describe('a file that is no PDF to sell', () => {
  test.each<[string, () => Buffer | Promise<Buffer>, unknown]>([
    ['a picture', () => aPicture(20, 20).png().toBuffer(), notAPdf],
    ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), notAPdf],
    ['text that begins as a PDF', () => Buffer.from('%PDF-1.7\nA story about a goat.'), notAPdf],
    ['a PDF that was cut short', () => aPdf(9).subarray(0, 90), notAPdf],
    ['a PDF without pages', () => aPdf(0), notAPdf],
    ['one byte', () => Buffer.from('%'), notAPdf],
    [
      'a locked PDF',
      aLockedPdf,
      [415, 'This PDF asks for a password. Please save it without one and try again.'],
    ],
    ['nothing', () => Buffer.alloc(0), [400, 'Please check what you sent and try again.']],
  ])('%s is rejected and leaves nothing', async (_, make, refused) => {
    const { put, listFiles, adminBook, book } = await aPublisherWithBook()
    const bytes = await make()
    expect(await answerOf(await put('file', bytes))).toEqual(refused)
    expect(await answerOf(await put('file', inAForm(bytes, 'book.pdf')))).toEqual(refused)
    expect(await listFiles()).toEqual([])
    expect((await adminBook()).pdf).toBeNull()
    expect(await activityOf(book.id)).toEqual([])
  })

  test('leaves the previous file in place', async () => {
    const { put, adminBook } = await aPublisherWithBook()
    const stored = await (await put('file', aPdf(2))).json()
    expect((await put('file', Buffer.from('%PDF-1.4 no'))).status).toBe(415)
    expect(await adminBook()).toEqual(stored)
  })
})

describe('a malicious PDF is rejected without delaying other requests:', () => {
  const megabytes = runs({ sample: fiftyMB / 10, long: fiftyMB })

  /** A zlib stream of zeros: sixteen times the same 64 MB, which are packed once. */
  function aGigabytePacked(): Buffer {
    const size = 64 * 1024 * 1024
    const piece = deflateRawSync(Buffer.alloc(size), { finishFlush: constants.Z_FULL_FLUSH })
    const checksum = Buffer.alloc(4)
    checksum.writeUInt32BE(((16 * size) % 65_521) * 65_536 + 1)
    const head = Buffer.from([0x78, 0x9c])
    return Buffer.concat([head, ...Array(16).fill(piece), deflateRawSync(''), checksum])
  }

  /** An object stream of a megabyte that unpacks to a gigabyte. */
  function aBomb(): Buffer {
    const packed = aGigabytePacked()
    const head = Buffer.from(
      `%PDF-1.7\n5 0 obj\n<</Type/ObjStm/N 2/First 10/Filter[/FlateDecode]/Length ${packed.length}>>stream\n`,
    )
    const tail = Buffer.from('\nendstream\nendobj\n')
    const at = head.length + packed.length + tail.length
    const entry = (type: number, place: number, index: number) => {
      const row = Buffer.alloc(6)
      row.writeUInt8(type)
      row.writeUInt32BE(place, 1)
      row.writeUInt8(index, 5)
      return row
    }
    const none = entry(0, 0, 0)
    const table = Buffer.concat([
      none,
      entry(2, 5, 0),
      entry(2, 5, 1),
      none,
      none,
      entry(1, 9, 0),
      entry(1, at, 0),
    ])
    return Buffer.concat([
      head,
      packed,
      tail,
      Buffer.from(
        `6 0 obj\n<</Type/XRef/Size 7/W[1 4 1]/Root 1 0 R/Length ${table.length}>>stream\n`,
      ),
      table,
      Buffer.from(`\nendstream\nendobj\nstartxref\n${at}\n%%EOF`),
    ])
  }

  const files: [string, () => Buffer][] = [
    ['a gigabyte in a megabyte', aBomb],
    ['lists in lists in lists', () => Buffer.from(`1 0 obj\n${'['.repeat(3_000_000)}`)],
    ['many megabytes of noise', () => randomBytes(megabytes)],
    ['many megabytes of nothing', () => Buffer.alloc(megabytes)],
  ]
  test.each(files.slice(0, runs({ sample: 2, long: files.length })))('%s', async (_, make) => {
    const { put, send } = await aPublisherWithBook()
    const bytes = make()
    bytes.write('%PDF-1.7\n')
    let isOver = false
    const waits: number[] = []
    const asking = (async () => {
      while (!isOver) {
        const start = performance.now()
        await send('/api/health')
        waits.push(performance.now() - start)
      }
    })()
    const before = process.memoryUsage.rss()
    expect(await answerOf(await put('file', bytes))).toEqual(notAPdf)
    isOver = true
    await asking
    expect(Math.max(...waits)).toBeLessThan(1000)
    expect(process.memoryUsage.rss() - before).toBeLessThan(1024 * 1024 * 1024)
  })
})

describe('the size of a file', () => {
  test('may be 50 MB for a PDF', async () => {
    const { put } = await aPublisherWithBook()
    const small = aPdf(300)
    const pdf = aPdf(300, { padding: fiftyMB - small.length - 10 })
    expect(pdf.length).toBeGreaterThan(fiftyMB - 100)
    const answer = await (await put('file', pdf, { 'Content-Type': 'application/pdf' })).json()
    expect(answer.pdf).toMatchObject({ pages: 300, bytes: pdf.length })
  })

  test.each<['file' | 'cover', number, string]>([
    ['file', fiftyMB + 1, 'The PDF is larger than 50 MB. Please make it smaller and try again.'],
    ['cover', 10 * 1024 * 1024 + 1, 'The file is larger than 10 MB. Please choose a smaller one.'],
  ])('of a %s is limited, and the sender gets the error', async (what, bytes, output) => {
    const { put, listFiles, listPictures } = await aPublisherWithBook()
    const file = Buffer.alloc(bytes)
    for (const body of [file, inAForm(file, 'x')]) {
      expect(await answerOf(await put(what, body))).toEqual([413, output])
    }
    expect(await listFiles()).toEqual([])
    expect(await listPictures()).toEqual([])
  })

  test('is counted as it arrives where no length was announced', async () => {
    const { send, book } = await aPublisherWithBook()
    const pieces = async function* () {
      for (let sent = 0; sent < 60; sent++) yield Buffer.alloc(1024 * 1024)
    }
    const body = Readable.toWeb(Readable.from(pieces())) as unknown as BodyInit
    const init = { method: 'PUT', body, duplex: 'half' } as RequestInit
    const response = await send(`/api/admin/books/${book.id}/file`, init)
    expect(response.status).toBe(413)
  })
})

describe('the cover of a book', () => {
  test.each(['raw', 'form'])('is resized for the site (%s)', async (way) => {
    const { put, book, send, adminBook } = await aPublisherWithBook()
    const before = await adminBook()
    const picture = await aPicture(1200, 1800).jpeg().toBuffer()
    const body = way === 'raw' ? picture : inAForm(picture, 'cover.jpg')
    const response = await put('cover', body, { 'Content-Type': 'image/jpeg' })
    expect(response.status).toBe(200)
    const answer = await response.json()
    expect(answer.coverImageUrl).toMatch(/^\/uploads\/[0-9a-f-]{36}\/1600\.webp$/)
    expect(answer.revision).toBe(before.revision + 1)
    expect(await adminBook()).toEqual(answer)
    for (const width of [480, 960, 1600]) {
      const shown = await send(answer.coverImageUrl.replace('1600', String(width)))
      expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])
    }
    expect(await activityOf(book.id)).toEqual(['bookCoverReplaced'])
  })

  test('may be changed more often than readers may upload', async () => {
    const { put } = await aPublisherWithBook()
    const picture = await aPicture(30, 45).png().toBuffer()
    for (let many = 0; many < 42; many++) expect((await put('cover', picture)).status).toBe(200)
  })

  test('survives the cleanup, also during its upload, and the previous one does not', async () => {
    const { put, files, listPictures, adminBook } = await aPublisherWithBook()
    const photo = await aPicture(2000, 3000).png().toBuffer()
    let isOver = false
    const sweeping = (async () => {
      while (!isOver) await cleanUpUploads(files)
    })()
    for (let many = 0; many < 3; many++) expect((await put('cover', photo)).status).toBe(200)
    isOver = true
    await sweeping
    await cleanUpUploads(files)
    const { coverImageUrl } = await adminBook()
    expect(await listPictures()).toEqual([coverImageUrl?.split('/')[2]])
  })

  test.each<[string, () => Buffer]>([
    ['a PDF', () => aPdf(1)],
    ['a drawing with a script', () => Buffer.from('<svg><script>alert(1)</script></svg>')],
  ])('is not %s', async (_, make) => {
    const { put, listPictures, adminBook } = await aPublisherWithBook()
    const before = await adminBook()
    expect((await put('cover', make())).status).toBe(415)
    expect(await listPictures()).toEqual([])
    expect(await adminBook()).toEqual(before)
  })

  test('of a book that is deleted during the upload leaves no picture', async () => {
    const { put, book, listPictures } = await aPublisherWithBook()
    const photo = await aPicture(3000, 4500).png().toBuffer()
    const sent = put('cover', photo)
    await expect.poll(listPictures, { interval: 5 }).toHaveLength(1)
    await sql`update books set deleted_at = now(), is_published = false where id = ${book.id}`
    expect((await sent).status).toBe(404)
    expect(await listPictures()).toEqual([])
  })
})
