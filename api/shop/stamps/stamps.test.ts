import { randomUUID } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { inflateSync } from 'node:zlib'
import createQpdf from '@neslinesli93/qpdf-wasm'
import PDFDocument from 'pdfkit'
import { getDocument, OPS } from 'unpdf/pdfjs'
import { describe, expect, test, vi } from 'vitest'
import { folderFiles } from '#api/integrations/folder-files.ts'
import { stampedFile } from '#api/shop/book-files/file-names.ts'
import { cleanUpBookFiles } from '#api/shop/books/store-book-file.ts'
import { downloadToken } from '#api/shop/orders/order-secrets.ts'
import { sql } from '#db/sql.ts'
import { composeWith } from '#tests/fixtures/mail-sender.ts'
import { aFolder } from '#tests/folders.ts'
import { runs } from '#tests/long.ts'
import { aBook, aVisitor, startApp, thePublisher } from '#tests/people.ts'
import { anOrder } from '#tests/shop/buyers.ts'
import { aPdf, aPdfOf } from '#tests/shop/pdfs.ts'
import { drawStamp, stampRoom } from './draw-stamp.ts'

/** A published book whose PDF the publisher has uploaded, and whoever buys it. */
async function aSoldBook(pdf: Buffer, fields: Parameters<typeof aBook>[0] = {}) {
  const dataDir = await aFolder()
  const files = folderFiles(dataDir)
  const base = await startApp({ files })
  const publisher = await thePublisher(base)
  const book = await aBook(fields)
  const upload = (body: Buffer) =>
    publisher.send(`/api/admin/books/${book.id}/file`, { method: 'PUT', body: body as BodyInit })
  const answer = await upload(pdf)
  expect(answer.status).toBe(200)
  const { send, call } = await aVisitor(base)
  const order = async (buyerName = 'Ngozi Bassey-Udo') => {
    const placed = await anOrder(book.id, { quantity: 2 })
    await sql`update orders set buyer_name = ${buyerName} where id = ${placed.id}`
    const download = (headers: Record<string, string> = {}) =>
      send(`/api/downloads/${placed.token}`, { headers })
    return { ...placed, download }
  }
  const [{ pdfId = '' } = {}] = await sql<{ pdfId: string }[]>`
    select pdf_id from books where id = ${book.id}`
  return {
    ...publisher,
    files,
    dataDir,
    book,
    order,
    uploaded: await answer.json(),
    upload,
    send,
    visit: call,
    pdfId,
  }
}

let shared: ReturnType<typeof aSoldBook> | undefined
/** A book of three pages that several tests sell. */
function theSoldBook() {
  shared ??= aSoldBook(threePages())
  return shared
}

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
const threePages = () => aPdfOf([['One'], ['Two'], ['Three']])

async function buyerIn(pdf: Buffer): Promise<unknown> {
  const opened = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise
  const { info } = await opened.getMetadata()
  await opened.destroy()
  return (info as { Custom?: { Buyer?: string } }).Custom?.Buyer
}

/** What each page draws last. */
const stampsIn = (pdf: Buffer) =>
  pdf.toString('latin1').match(/\/Pagination\/Subtype\/Footer>> BDC\nq [-\d. ]+ cm/g)

/** The operators of the one drawing. */
async function drawingIn(pdf: Buffer, pdfId: string): Promise<string> {
  const [{ at = 0 } = {}] = await sql<{ at: number }[]>`
    select stamp_places[1] as at from book_files where id = ${pdfId}`
  return inflateSync(pdf.subarray(at, at + stampRoom.drawing)).toString('latin1')
}

/** Whether qpdf finds nothing wrong. */
async function isFaultless(pdf: Buffer, check: '--check' | '--check-linearization') {
  const require = createRequire(import.meta.url)
  // The types of the package know the options of a browser only.
  const create = createQpdf as unknown as (options: object) => Promise<{
    FS: { writeFile(name: string, content: Uint8Array): void }
    callMain(options: string[]): number
  }>
  const quiet = vi.spyOn(console, 'log').mockImplementation(() => {})
  const wasmBinary = await readFile(require.resolve('@neslinesli93/qpdf-wasm/dist/qpdf.wasm'))
  const qpdf = await create({ noInitialRun: true, wasmBinary })
  qpdf.FS.writeFile('/pdf', pdf)
  const status = qpdf.callMain([check, '/pdf'])
  quiet.mockRestore()
  return status === 0
}

async function aDocument(options: PDFKit.PDFDocumentOptions): Promise<Buffer> {
  const document = new PDFDocument(options)
  document.text('It begins.')
  document.end()
  return buffer(document)
}

describe('a buyer’s PDF', () => {
  test('has their name and the order in its metadata and at the foot of each page, and is linearized', async () => {
    const { order, pdfId } = await theSoldBook()
    const { download, reference } = await order('Ọ̀ṣunlékè Adébáyọ̀ (“Ńwọ”)')
    const response = await download()
    const copy = await bytesOf(response)
    expect(Number(response.headers.get('content-length'))).toBe(copy.length)
    expect(await buyerIn(copy)).toBe(`Ọ̀ṣunlékè Adébáyọ̀ (“Ńwọ”), ${reference}`)
    const opened = await getDocument({ data: new Uint8Array(copy), verbosity: 0 }).promise
    expect(opened.numPages).toBe(3)
    for (const [at, word] of ['One', 'Two', 'Three'].entries()) {
      const page = await opened.getPage(at + 1)
      const { items } = await page.getTextContent()
      expect(
        items
          .map((item) => ('str' in item ? item.str : ''))
          .join('')
          .trim(),
      ).toBe(word)
    }
    expect(stampsIn(copy)).toHaveLength(1)
    expect(copy.toString('latin1').match(/\/XObject << \/AscendStamp \d+ 0 R >>/g)).toHaveLength(3)
    const letters = [...new Intl.Segmenter().segment(`Ọ̀ṣunlékèAdébáyọ̀(“Ńwọ”)·${reference}`)]
    expect((await drawingIn(copy, pdfId)).match(/\nf Q/g)).toHaveLength(letters.length)
    for (const check of ['--check', '--check-linearization'] as const) {
      expect(await isFaultless(copy, check)).toBe(true)
    }
    expect(copy.subarray(0, 1024).toString('latin1')).toContain('/Linearized 1')
  })

  test('is another for each buyer, and the same again for one', async () => {
    const { order } = await theSoldBook()
    const [ngozi, bisi] = [await order(), await order('Bisi Cole')]
    const [first, again, other] = [
      await ngozi.download(),
      await ngozi.download(),
      await bisi.download(),
    ]
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'))
    expect(other.headers.get('etag')).not.toBe(first.headers.get('etag'))
    const [one, same, another] = [await bytesOf(first), await bytesOf(again), await bytesOf(other)]
    expect(same.equals(one)).toBe(true)
    expect(another.equals(one)).toBe(false)
    expect(await buyerIn(another)).toBe(`Bisi Cole, ${bisi.reference}`)
  })

  test('comes in parts, each with its part of the stamp', async () => {
    const { order } = await theSoldBook()
    const { download } = await order()
    const whole = await download()
    const etag = whole.headers.get('etag') ?? ''
    const copy = await bytesOf(whole)
    const parts: Buffer[] = []
    for (let start = 0; start < copy.length; start += 1777) {
      const end = Math.min(start + 1776, copy.length - 1)
      const part = await download({ Range: `bytes=${start}-${end}`, 'If-Range': etag })
      expect(part.status).toBe(206)
      parts.push(await bytesOf(part))
    }
    expect(Buffer.concat(parts).equals(copy)).toBe(true)
    const fresh = await download({ 'If-None-Match': etag, 'Cache-Control': 'max-age=0' })
    expect(fresh.status).toBe(304)
  })

  test('names who redeemed a gift code, not who paid', async () => {
    const { order, visit, send } = await theSoldBook()
    const { codes } = await order()
    const { reference } = await visit('POST /redeem', {
      code: codes[0] ?? '',
      name: 'Bisi Cole',
      email: `bisi-${randomUUID()}@buyers.example`,
    })
    const [{ id = '' } = {}] = await sql<{ id: string }[]>`
      select id from orders where reference = ${reference}`
    const token = downloadToken(composeWith.orderSecret, id, 1)
    const copy = await bytesOf(await send(`/api/downloads/${token}`))
    expect(await buyerIn(copy)).toBe(`Bisi Cole, ${reference}`)
  })

  test('is the publisher’s byte for byte when it is free, or stamps are off', async () => {
    const pdf = threePages()
    const free = await aSoldBook(pdf, { price: 0 })
    expect((await bytesOf(await (await free.order()).download())).equals(pdf)).toBe(true)
    const { call, book, order } = await theSoldBook()
    const { download } = await order()
    expect(
      await call('PATCH /admin/books/:id/stamp', { id: book.id, isStamped: false }),
    ).toMatchObject({
      isStamped: false,
    })
    expect((await bytesOf(await download())).equals(pdf)).toBe(true)
    await call('PATCH /admin/books/:id/stamp', { id: book.id, isStamped: true })
    expect(await buyerIn(await bytesOf(await download()))).toContain('Ngozi')
    const rows = await sql`select action from activity where subject_id = ${book.id} order by id`
    expect(rows.map(({ action }) => action).slice(1)).toEqual(['bookUnstamped', 'bookStamped'])
  })

  test('of very many pages has it on each', async () => {
    const many = runs({ sample: 300, long: 2000 })
    const { order, uploaded } = await aSoldBook(aPdf(many))
    expect(uploaded.stampProblem).toBeNull()
    const copy = await bytesOf(await (await order()).download())
    expect(copy.toString('latin1').match(/\/AscendStamp \d+ 0 R/g)).toHaveLength(many)
  })

  test('of an older upload is prepared at its first download', async () => {
    const { order, dataDir, pdfId } = await theSoldBook()
    await rm(join(dataDir, stampedFile(pdfId)))
    await sql`update book_files set stamp_places = null where id = ${pdfId}`
    const { download } = await order()
    expect(await buyerIn(await bytesOf(await download()))).toContain('Ngozi')
  })

  test('is prepared again where the prepared one is gone, as after a restored backup', async () => {
    const { order, dataDir, pdfId, files } = await theSoldBook()
    const { download } = await order()
    const before = await bytesOf(await download())
    await rm(join(dataDir, stampedFile(pdfId)))
    const copies = await Promise.all([download(), download(), download()])
    for (const copy of copies) expect((await bytesOf(copy)).equals(before)).toBe(true)
    await sql`update books set pdf_id = null, pdf_bytes = null, pdf_pages = null, pdf_uploaded_at = null where pdf_id = ${pdfId}`
    await sql`update book_files set kept_at = now() - interval '2 hours' where id = ${pdfId}`
    await cleanUpBookFiles(files)
    expect(await readdir(join(dataDir, 'stamped'))).toEqual([])
  })
})

describe('a stamp stands upright at the foot', () => {
  /** Pages of these dictionaries, whose resources their parent has. */
  const pagesOf = (...pages: [page: string, contents: string][]) => {
    const at = (page: number) => `${page + 8} 0 R`
    const objects = [
      '<</Type/Catalog/Pages 2 0 R>>',
      `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((_, page) => at(page)).join(' ')}]/Resources 5 0 R/MediaBox[0 0 420 595]>>`,
      '<</Length 2>>stream\nq\n\nendstream',
      '[3 0 R]',
      '<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>/XObject 6 0 R>>',
      '<</Old 7 0 R>>',
      '<</Type/XObject/Subtype/Form/BBox[0 0 1 1]/Length 1>>stream\n\n\nendstream',
      ...pages.map(([page, contents]) => `<</Type/Page/Parent 2 0 R${page}/Contents ${contents}>>`),
    ]
    let text = '%PDF-1.7\n'
    const places = objects.map((object, index) => {
      const place = text.length
      text += `${index + 1} 0 obj\n${object}\nendobj\n`
      return `${String(place).padStart(10, '0')} 00000 n \n`
    })
    const size = objects.length + 1
    return Buffer.from(
      `${text}xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`,
      'latin1',
    )
  }

  const pages: [what: string, page: string, contents: string, matrix: number[]][] = [
    ['a page', '', '3 0 R', [1, 0, 0, 1, 210, 9]],
    ['a page whose content is a list', '', '4 0 R', [1, 0, 0, 1, 210, 9]],
    ['a page that is cropped', '/CropBox[20 30 400 500]', '3 0 R', [1, 0, 0, 1, 210, 39]],
    ['a page turned right', '/Rotate 90', '3 0 R', [0, 1, -1, 0, 411, 297.5]],
    ['a page on its head', '/Rotate 180', '3 0 R', [-1, 0, 0, -1, 210, 586]],
    ['a page turned left', '/Rotate -90', '3 0 R', [0, -1, 1, 0, 9, 297.5]],
    ['a narrow page, smaller', '/MediaBox[0 0 200 300]', '3 0 R', [0.5, 0, 0, 0.5, 100, 9]],
  ]

  test('of a page, however it is turned and cropped', async () => {
    const pdf = pagesOf(...pages.map(([, page, contents]): [string, string] => [page, contents]))
    const { order, uploaded } = await aSoldBook(pdf)
    expect(uploaded.stampProblem).toBeNull()
    const copy = await bytesOf(await (await order()).download())
    // What the pages had before is there too.
    const resources = /\/XObject << \/AscendStamp \d+ 0 R \/Old \d+ 0 R >>/g
    expect(copy.toString('latin1').match(resources)).toHaveLength(pages.length)
    expect(await isFaultless(copy, '--check')).toBe(true)
    const opened = await getDocument({ data: new Uint8Array(copy), verbosity: 0 }).promise
    for (const [at, [what, , , matrix]] of pages.entries()) {
      const { fnArray, argsArray } = await (await opened.getPage(at + 1)).getOperatorList()
      const moves = argsArray.filter((_, index) => fnArray[index] === OPS.transform)
      expect(
        moves.map((move: number[]) => move.map((value) => value + 0)),
        what,
      ).toContainEqual(matrix)
    }
    await opened.destroy()
  })
})

describe('a PDF that cannot be stamped goes out as it is, and the publisher is told:', () => {
  test.each<[string, () => Promise<Buffer>, string]>([
    ['protected against changes', () => aDocument({ ownerPassword: 'nobody knows' }), 'locked'],
    ['signed', async () => aPdf(3, { trailer: '/Signed<</ByteRange[0 1 2 3]>>' }), 'signed'],
    [
      'with a broken table',
      async () =>
        Buffer.from(
          aPdf(3)
            .toString('latin1')
            .replace(/startxref\n\d+/, 'startxref\n7'),
          'latin1',
        ),
      'damaged',
    ],
  ])('%s', async (_, make, stampProblem) => {
    const pdf = await make()
    const { order, uploaded, call, book, upload } = await aSoldBook(pdf)
    expect(uploaded).toMatchObject({ isStamped: true, stampProblem })
    expect((await bytesOf(await (await order()).download())).equals(pdf)).toBe(true)
    // Until a better one is there, for which one of them is enough.
    if (stampProblem !== 'damaged') return
    const task = async () =>
      (await call('GET /admin/tasks', {})).tasks.find(({ kind }) => kind === 'booksNotStamped')
    expect(await task()).toMatchObject({ path: `/admin/books/${book.id}/edit` })
    await upload(threePages())
    expect((await call('GET /admin/books/:id', { id: book.id })).stampProblem).toBeNull()
    expect((await task())?.path).not.toBe(`/admin/books/${book.id}/edit`)
  })
})

test('a stamp has the whole of a long name with many marks', async () => {
  const buyerName = 'Ọ̀ṣunfúnmiláyọ̀ Adébáyọ̀-Ńwọ̀kọ̀, Ḿbànéfò Chúkwuẹ́mẹ̀ka'
  const reference = 'ASC-0123456789ABCDEFGHJKMNPQRS'
  const { drawing } = await drawStamp({ buyerName, reference })
  const letters = [...new Intl.Segmenter().segment(`${buyerName}·${reference}`)]
  const drawn = letters.filter(({ segment }) => segment !== ' ')
  expect(inflateSync(drawing).toString().match(/\nf Q/g)).toHaveLength(drawn.length)
})

test.each([
  ['a hundred letters with marks', 'ọ̀'.repeat(100)],
  [
    'letters that are all different',
    String.fromCodePoint(...Array.from({ length: 95 }, (_, at) => 0x21 + at)),
  ],
  ['signs that no letter is drawn for', '王小明 👩🏾‍🏫 محمد'],
  ['signs that mean something in a PDF', ') Tj ET\nendstream endobj <script> \\'],
  ['nothing', ''],
])('a stamp for a name of %s has exactly its room', async (_, buyerName) => {
  const reference = 'ASC-0123456789ABCDEFGHJKMNPQRS'
  const { drawing, entry } = await drawStamp({ buyerName, reference })
  expect([drawing.length, entry.length]).toEqual([stampRoom.drawing, stampRoom.entry])
  expect(entry.toString()).toMatch(/^<FEFF[0-9A-F]+ *>$/)
  expect(inflateSync(drawing).toString()).toMatch(
    /^q [\d. -]+ cm 0\.35 g\n[\d. \nmlchfqQ-]*(cm[\d. \nmlchfqQ-]*)*Q\n *$/,
  )
})
