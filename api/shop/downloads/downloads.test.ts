import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { findDownload, listCodes, renewDownload } from '#api/shop/orders/copies.queries.ts'
import { downloadToken } from '#api/shop/orders/order-secrets.ts'
import { downloadLink } from '#contract/form-limits.ts'
import { sql } from '#db/sql.ts'
import { composeWith } from '#tests/fixtures/mail-sender.ts'
import { aFolder } from '#tests/folders.ts'
import { aVisitor, startApp, thePublisher } from '#tests/people.ts'
import {
  aBookWithFile,
  anOrder,
  giveEpub,
  giveFile,
  payNow,
  refundNow,
} from '#tests/shop/buyers.ts'

const { orderSecret } = composeWith
const dataDir = await aFolder()
const base = await startApp({ dataDir })

/** Somebody who bought a book, and asks for it with the link of their order. */
async function aBuyer(title?: string) {
  const book = await aBookWithFile(dataDir, title ? { title } : {})
  const order = await anOrder(book.id)
  const { send } = await aVisitor(base)
  const download = (headers: Record<string, string> = {}, token = order.token, method = 'GET') =>
    send(`/api/downloads/${token}`, { method, headers })
  const left = async () => (await findDownload(order.id, composeWith))?.left
  return { book, order, send, download, left }
}

const exhaust = (orderId: string) =>
  sql`update download_links set downloads = ${downloadLink.downloads} where order_id = ${orderId}`
const expire = (orderId: string) =>
  sql`update download_links set expires_at = now() - interval '1 second' where order_id = ${orderId}`
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
const notFound = [404, expect.stringContaining('This download link is used up')]
const answerOf = async (response: Response) => [response.status, (await response.json()).message]

describe('a test payment', () => {
  const wanted = async (publicUrl: string, order: { token: string }) =>
    fetch(`${await startApp({ dataDir, publicUrl })}/api/downloads/${order.token}`)

  test('opens no uploaded PDF on a public site, nor does a gift code of it', async () => {
    const book = await aBookWithFile(dataDir)
    const order = await anOrder(book.id, { isTest: true, quantity: 2 })
    const { call } = await aVisitor(base)
    const gift = await call('POST /redeem', {
      code: order.codes[0] ?? '',
      name: 'Bisi Cole',
      email: 'bisi@buyers.example',
    })
    const [{ id = '' } = {}] = await sql<{ id: string }[]>`
      select id from orders where reference = ${gift.reference}`
    for (const link of [order, { token: downloadToken(orderSecret, id, 1) }]) {
      const response = await wanted('https://ascend.example', link)
      expect(await answerOf(response)).toEqual([403, expect.stringContaining('paid in a test')])
      expect((await wanted('http://localhost:4321', link)).status).toBe(200)
    }
  })

  test('has no download on its page there', async () => {
    const { reference, key } = await anOrder((await aBookWithFile(dataDir)).id, { isTest: true })
    const shown = async (publicUrl: string) => {
      const { call } = await aVisitor(await startApp({ dataDir, publicUrl }))
      return call('GET /orders/:reference', { reference, key })
    }
    expect(await shown('https://ascend.example')).toMatchObject({ status: 'paid', download: null })
    expect((await shown('http://localhost:4321')).download).not.toBeNull()
  })

  test('opens no EPUB, which the demonstration has none of', async () => {
    const book = await aBookWithFile(dataDir)
    await giveEpub(book.id, dataDir)
    await sql`
      update book_files set is_demo = true
      where id = (select pdf_id from books where id = ${book.id})`
    const order = await anOrder(book.id, { isTest: true })
    const asked = { token: `${order.token}?format=epub` }
    expect((await wanted('https://ascend.example', asked)).status).toBe(403)
    expect((await wanted('http://localhost:4321', asked)).status).toBe(200)
  })

  test('opens a demonstration book anywhere', async () => {
    const book = await aBookWithFile(dataDir)
    await sql`
      update book_files set is_demo = true
      where id = (select pdf_id from books where id = ${book.id})`
    const order = await anOrder(book.id, { isTest: true })
    expect((await wanted('https://ascend.example', order)).status).toBe(200)
  })
})

describe('a buyer’s download', () => {
  test('is the whole book under its title, and neither cached nor indexed', async () => {
    const { book, download, left } = await aBuyer('Òwò: "rich / poor"')
    const response = await download()
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(book.file.length),
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^".+"$/),
    })
    const name = response.headers.get('Content-Disposition')
    expect(name).toMatch(/^attachment; filename=".+\.pdf"; filename\*=UTF-8''/)
    expect(decodeURIComponent(name?.split("''")[1] ?? '')).toBe('Òwò rich poor.pdf')
    expect((await bytesOf(response)).equals(book.file)).toBe(true)
    expect(await left()).toBe(9)
  })

  test.each(['../../etc/passwd', '...', 'A\r\nSet-Cookie: a=b', '\u202egnp.exe', '   '])(
    'of a book called %j has a safe file name',
    async (title) => {
      const { download } = await aBuyer(title)
      const response = await download()
      expect(response.status).toBe(200)
      expect(response.headers.getSetCookie()).toEqual([])
      const name = decodeURIComponent(response.headers.get('Content-Disposition') ?? '')
      expect(name).toMatch(
        /^attachment; filename="[a-z0-9-]+\.pdf"(; filename\*=[^\p{C}/\\]+\.pdf)?$/u,
      )
    },
  )

  test('counts when it starts at the first byte', async () => {
    const { book, download, left } = await aBuyer()
    const size = book.file.length
    const etag = (await download({}, undefined, 'HEAD')).headers.get('ETag') ?? ''
    expect(await left()).toBe(10)
    const asked: [Record<string, string>, number, number][] = [
      [{ Range: 'bytes=0-' }, 206, 9],
      [{ Range: 'bytes=0-0' }, 206, 8],
      [{ Range: 'bytes=1-' }, 206, 8],
      [{ Range: `bytes=${size - 10}-` }, 206, 8],
      [{ Range: 'bytes=-10' }, 206, 8],
      [{ Range: `bytes=-${size * 2}` }, 206, 7],
      [{ Range: `bytes=${size}-` }, 416, 7],
      [{ Range: 'bytes=5-6', 'If-Range': etag }, 206, 7],
      [{ Range: 'bytes=5-6', 'If-Range': '"of another file"' }, 200, 6],
      [{ Range: 'bytes=1-2,4-5' }, 200, 5],
      [{ 'If-None-Match': etag, 'Cache-Control': 'max-age=0' }, 304, 5],
    ]
    for (const [headers, status, remaining] of asked) {
      const response = await download(headers)
      await response.arrayBuffer()
      expect([headers, response.status, await left()]).toEqual([headers, status, remaining])
    }
  })

  test('counts when it begins after what was sent, and never without a download that counted', async () => {
    const { book, order, left, send } = await aBuyer()
    await giveEpub(book.id, dataDir)
    const get = (range: string, format = 'pdf') =>
      send(`/api/downloads/${order.token}?format=${format}`, { headers: { Range: range } })
    const asked: [string, string, number][] = [
      ['bytes=1-', 'pdf', 9],
      ['bytes=1-', 'epub', 8],
      ['bytes=1-', 'epub', 8],
    ]
    for (const [range, format, remaining] of asked) {
      await (await get(range, format)).arrayBuffer()
      expect([range, format, await left()]).toEqual([range, format, remaining])
    }
    await sql`update download_links set last_download_at = now() - interval '25 hours' where order_id = ${order.id}`
    for (const [range, remaining] of [
      ['bytes=1000-', 7],
      ['bytes=10-', 7],
    ] as const) {
      await (await get(range)).arrayBuffer()
      expect([range, await left()]).toEqual([range, remaining])
    }
    const other = await aBuyer()
    for (const [range, remaining] of [
      ['bytes=0-99', 9],
      ['bytes=100-199', 9],
      ['bytes=200-299', 9],
      ['bytes=400-', 8],
      ['bytes=300-', 8],
    ] as const) {
      await (await other.download({ Range: range })).arrayBuffer()
      expect([range, await other.left()]).toEqual([range, remaining])
    }
    const mirrored = await aBuyer()
    const statuses: number[] = []
    for (let at = 0; at < 12; at++) {
      await sql`update download_links set last_download_at = now() - interval '25 hours' where order_id = ${mirrored.order.id}`
      const response = await mirrored.download({ Range: 'bytes=1-' })
      await response.arrayBuffer()
      statuses.push(response.status)
    }
    expect(statuses).toEqual([...Array(10).fill(206), 404, 404])
  })

  test('that was interrupted can be resumed, even when it was the last', async () => {
    const { book, order, download, left } = await aBuyer()
    await sql`update download_links set downloads = 9 where order_id = ${order.id}`
    const first = await download({ Range: 'bytes=0-999' })
    const etag = first.headers.get('ETag') ?? ''
    const parts = [await bytesOf(first)]
    expect(await left()).toBe(0)
    parts.push(await bytesOf(await download({ Range: 'bytes=1000-', 'If-Range': etag })))
    expect(Buffer.concat(parts).equals(book.file)).toBe(true)
    for (const headers of [{}, { Range: 'bytes=0-' }, { Range: 'bytes=9-', 'If-Range': '"no"' }]) {
      expect(await answerOf(await download(headers))).toEqual(notFound)
    }
    expect((await download({}, undefined, 'HEAD')).status).toBe(404)
  })

  test('can be resumed for a day after the last one began', async () => {
    const { order, download } = await aBuyer()
    const begin = async () => (await download()).arrayBuffer()
    const age = (interval: string) => sql`
      update download_links set last_download_at = now() - ${interval}::interval
      where order_id = ${order.id}`
    const next = () => download({ Range: 'bytes=1000-' })
    await begin()
    await age('29 days')
    expect((await next()).status).toBe(206)
    await sql`update download_links set downloads = 9 where order_id = ${order.id}`
    await begin()
    expect((await next()).status).toBe(206)
    await age('23 hours')
    expect((await next()).status).toBe(206)
    await age('25 hours')
    expect(await answerOf(await next())).toEqual(notFound)
  })

  test('started twenty times at the same moment succeeds ten times', async () => {
    const { download, left } = await aBuyer()
    const answers = await Promise.all(Array.from({ length: 20 }, () => download()))
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(10).fill(200), ...Array(10).fill(404)])
    await Promise.all(answers.map((answer) => answer.arrayBuffer()))
    expect(await left()).toBe(0)
  })

  test('expires after thirty days, to the second', async () => {
    const { order, download } = await aBuyer()
    const [link] = await sql<{ days: number }[]>`
      select extract(epoch from expires_at - created_at) / 86400 as days
      from download_links where order_id = ${order.id}`
    expect(link?.days).toBe(30)
    await expire(order.id)
    for (const headers of [{}, { Range: 'bytes=100-' }]) {
      expect(await answerOf(await download(headers))).toEqual(notFound)
    }
  })

  test('may be the EPUB, which counts as the PDF does', async () => {
    const { book, order, download, send, left } = await aBuyer('Òwò: "rich / poor"')
    const epub = await giveEpub(book.id, dataDir)
    const asEpub = (headers: Record<string, string> = {}) =>
      send(`/api/downloads/${order.token}?format=epub`, { headers })
    const response = await asEpub()
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/epub+zip',
    ])
    expect(response.headers.get('Content-Disposition')).toMatch(
      /filename="owo-rich-poor\.epub"; .*\.epub$/,
    )
    expect((await bytesOf(response)).equals(epub)).toBe(true)
    expect(await left()).toBe(9)
    expect((await bytesOf(await download())).equals(book.file)).toBe(true)
    expect(await left()).toBe(8)
    const etag = response.headers.get('ETag') ?? ''
    const rest = await asEpub({ Range: 'bytes=10-', 'If-Range': etag })
    expect([rest.status, (await bytesOf(rest)).equals(epub.subarray(10))]).toEqual([206, true])
    await sql`update download_links set downloads = 9 where order_id = ${order.id}`
    expect((await asEpub()).status).toBe(200)
    for (const answer of [await asEpub(), await download()]) {
      expect(await answerOf(answer)).toEqual(notFound)
    }
    expect(await findDownload(order.id, composeWith)).toMatchObject({
      bytes: book.file.length,
      epubBytes: epub.length,
      isOver: true,
    })
  })

  test('of an EPUB is an error where there is none, and costs nothing', async () => {
    const { order, send, left } = await aBuyer()
    const missing = await send(`/api/downloads/${order.token}?format=epub`)
    expect(await answerOf(missing)).toEqual([404, expect.stringContaining('has no EPUB')])
    expect((await send(`/api/downloads/${order.token}?format=mobi`)).status).toBe(400)
    expect(await left()).toBe(10)
  })

  test('requires a paid order', async () => {
    const { order, book, download } = await aBuyer()
    await refundNow(order.id)
    expect(await answerOf(await download())).toEqual(notFound)
    expect(await answerOf(await download({ Range: 'bytes=100-' }))).toEqual(notFound)
    const unpaid = await anOrder(book.id, { isPaid: false })
    expect(await answerOf(await download({}, unpaid.token))).toEqual(notFound)
    expect((await download({}, 'a-guess')).status).toBe(404)
    expect((await download({}, 'x'.repeat(300))).status).toBe(404)
  })

  test('works after the book is no longer sold, and always has the newest file', async () => {
    const { book, download } = await aBuyer()
    const publisher = await thePublisher(base)
    await publisher.call('PATCH /admin/books/:id/publish', { id: book.id, isPublished: false })
    expect((await download()).status).toBe(200)
    const newer = await giveFile(book.id, dataDir, 7)
    expect((await bytesOf(await download())).equals(newer)).toBe(true)
    await publisher.call('DELETE /admin/books/:id', { id: book.id })
    expect((await bytesOf(await download())).equals(newer)).toBe(true)
  })

  test('that is used up leads a browser to a page of the site, which knows the order alone', async () => {
    const { order, download, send } = await aBuyer()
    await exhaust(order.id)
    await expire(order.id)
    const response = await download({ Accept: 'text/html,*/*;q=0.8' })
    expect(response.status).toBe(303)
    expect(response.headers.get('Location')).toBe(`/download/${order.token}`)
    for (const name of ['Content-Disposition', 'Content-Range']) {
      expect(response.headers.get(name)).toBeNull()
    }
    expect(response.headers.get('Referrer-Policy')).toBe('no-referrer')
    const known = await send(`/api/used-downloads/${order.token}`)
    expect(await known.json()).toEqual({
      orderNumber: order.orderNumber,
      bookTitle: 'The Quiet Ledger',
    })
    expect((await send('/api/used-downloads/a-guess')).status).toBe(404)
    await refundNow(order.id)
    expect((await send(`/api/used-downloads/${order.token}`)).status).toBe(404)
  })

  test('does not count while the file cannot be read, and its link is not logged', async () => {
    const { book, order, left } = await aBuyer()
    await sql`update books set pdf_id = gen_random_uuid() where id = ${book.id}`
    const lines: string[] = []
    const log = pino({ level: 'trace' }, { write: (line) => lines.push(line) })
    const { send } = await aVisitor(await startApp({ dataDir, log }))
    expect((await send(`/api/downloads/${order.token}`)).status).toBe(500)
    expect(await left()).toBe(10)
    expect(lines.join()).toContain('/api/downloads/:token')
    expect(lines.join()).not.toContain(order.token)
  })

  test('cannot be opened with anything that the tables store', async () => {
    const { order } = await aBuyer()
    const rows = await sql<{ text: string }[]>`
      select (to_jsonb(l)::text || to_jsonb(o)::text) as text
      from download_links l join orders o on o.id = l.order_id where o.id = ${order.id}`
    expect(rows).toHaveLength(1)
    expect(rows[0]?.text).not.toContain(order.token)
    expect(rows[0]?.text).not.toContain(order.key)
  })
})

describe('the link that a buyer is shown', () => {
  test('leads to the book, shows the downloads left, and does not exist before the payment', async () => {
    const { book, send } = await aBuyer()
    const order = await anOrder(book.id, { quantity: 3, isPaid: false })
    expect(await findDownload(order.id, composeWith)).toBeNull()
    expect(await listCodes(order.id, orderSecret)).toEqual([])
    await payNow(order.id)
    const link = await findDownload(order.id, composeWith)
    expect(link).toEqual({
      url: `/api/downloads/${order.token}`,
      bytes: expect.any(Number),
      epubBytes: null,
      isRead: false,
      expiresAt: expect.stringMatching(/^\d{4}-/),
      left: 10,
      isOver: false,
      parts: [],
    })
    expect((await send(link?.url ?? '')).status).toBe(200)
    expect(await listCodes(order.id, orderSecret)).toEqual(
      Array(2).fill({ code: expect.stringMatching(/^(\w{4}-){3}\w{4}$/), isRedeemed: false }),
    )
    await refundNow(order.id)
    expect(await findDownload(order.id, composeWith)).toBeNull()
    expect(await listCodes(order.id, orderSecret)).toEqual([])
  })

  test.each([
    ['is used up', exhaust],
    ['has expired', expire],
  ])('is replaced by a new one once it %s, and stops working', async (_, end) => {
    const { order, send, download } = await aBuyer()
    expect(await renewDownload(order.id, orderSecret)).toBe(false)
    await end(order.id)
    expect(await findDownload(order.id, composeWith)).toMatchObject({ isOver: true })
    expect(await renewDownload(order.id, orderSecret)).toBe(true)
    const link = await findDownload(order.id, composeWith)
    expect(link).toMatchObject({ left: 10, isOver: false })
    expect(link?.url).toBe(`/api/downloads/${downloadToken(orderSecret, order.id, 2)}`)
    expect((await send(link?.url ?? '')).status).toBe(200)
    expect((await download()).status).toBe(404)
  })

  test('is renewed once by ten simultaneous requests', async () => {
    const { order } = await aBuyer()
    await exhaust(order.id)
    const asked = Array.from({ length: 10 }, () => renewDownload(order.id, orderSecret))
    const renewed = await Promise.all(asked)
    expect(renewed.filter(Boolean)).toHaveLength(1)
  })

  test('is renewed at most five times a day', async () => {
    const { order } = await aBuyer()
    const renew = async () => {
      await exhaust(order.id)
      return renewDownload(order.id, orderSecret)
    }
    const renewed: boolean[] = []
    for (let round = 0; round < 6; round++) renewed.push(await renew())
    expect(renewed).toEqual([true, true, true, true, false, false])
    await sql`
      update download_links set created_at = created_at - interval '25 hours' where order_id = ${order.id}`
    expect(await renew()).toBe(true)
  })

  test('is not renewed for a refunded order', async () => {
    const { order } = await aBuyer()
    await exhaust(order.id)
    await refundNow(order.id)
    expect(await renewDownload(order.id, orderSecret)).toBe(false)
  })
})
