import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { findDownload, listCodes, renewDownload } from '#api/shop/orders/copies.queries.ts'
import { orderKey } from '#api/shop/orders/order-secrets.ts'
import { settleOrder } from '#api/shop/orders/settle-order.ts'
import { shopWith } from '#api/shop/shop.ts'
import { downloadLink } from '#contract/form-limits.ts'
import { sql } from '#db/sql.ts'
import { composeWith } from '#tests/fixtures/mail-sender.ts'
import { aFolder } from '#tests/folders.ts'
import { aReceipt, compose } from '#tests/magazine/composed-mails.ts'
import { aBook, aProvenReader, aVisitor, startApp, theStaff } from '#tests/people.ts'
import { aBookOnSale, aPretendProvider } from '#tests/servers/pretend-provider.ts'
import { aBundle } from '#tests/shop/bundles.ts'
import { aBookWithFile } from '#tests/shop/buyers.ts'
import { aDiscount } from '#tests/shop/discounts.ts'
import { aPurchase, rowOf, secret } from '#tests/shop/purchases.ts'
import { eraseBook } from './books.admin.queries.ts'

const dataDir = await aFolder()
const { payments, says } = aPretendProvider()
const base = await startApp({ payments, dataDir })

const title = () => `Part ${randomUUID().slice(0, 8)}`

/** A bundle of two books with files, and a visitor. */
async function aShelf(price = 5000) {
  const books = [
    await aBookWithFile(dataDir, { title: title() }),
    await aBookWithFile(dataDir, { title: title() }),
  ] as const
  return { ...(await aBundle({ price }, [...books])), books, visitor: await aVisitor(base) }
}

/** What they bought, once the money has arrived. */
async function buy(
  { visitor, id }: Pick<Awaited<ReturnType<typeof aShelf>>, 'visitor' | 'id'>,
  fields: Parameters<typeof aPurchase>[1] = {},
) {
  const purchase = aPurchase(id, fields)
  const { reference } = await visitor.call('POST /orders', purchase)
  const pay = async () => {
    says(reference, { status: 'success' })
    await visitor.call('POST /orders/find', { query: reference })
    await expect.poll(async () => (await rowOf(reference))['state']).toBe('paid')
  }
  const { id: orderId } = await rowOf(reference)
  const download = async () => {
    const found = await findDownload(orderId, composeWith)
    if (!found) throw new Error('The order has no download')
    return found
  }
  return { ...purchase, reference, orderId, pay, download }
}

const bytesAt = async (path: string) => {
  const response = await fetch(base + path)
  return response.status === 200 ? Buffer.from(await response.arrayBuffer()) : response.status
}

describe('a bundle', () => {
  test('is made, ordered and unmade by the shop keeper, and its page shows its parts', async () => {
    const { call } = await theStaff('shopkeeper', base)
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => aBookOnSale()))
    const ids = [first, second, third].map((book) => book?.id ?? '')
    const fields = {
      title: title(),
      authorName: 'Kele Umez-Ray',
      category: 'Novel' as const,
      price: 6000,
      coverImageUrl: null,
      description: 'Three novels about who keeps the accounts of a village.',
      content: null,
    }
    const made = await call('POST /admin/books', { ...fields, parts: ids })
    expect(made).toMatchObject({ partsCount: 3, revision: 1 })
    expect(made.parts.map(({ id }) => id)).toEqual(ids)
    await call('PATCH /admin/books/:id/publish', { id: made.id, isPublished: true })
    const visitor = await aVisitor(base)
    const page = await visitor.call('GET /books/:id', { id: made.id })
    expect(page).toMatchObject({ sale: 'open', partsCount: 3, pdfBytes: 3000, bundles: [] })
    expect(page.parts.map(({ id }) => id)).toEqual(ids)
    expect(await visitor.call('GET /books/:id', { id: ids[0] ?? '' })).toMatchObject({
      parts: [],
      partsCount: 0,
      bundles: [{ id: made.id, title: made.title }],
    })

    const turned = ids.toReversed()
    const put = { id: made.id, ...fields, parts: turned, revision: 1 }
    const changed = await call('PUT /admin/books/:id', put)
    expect(changed.parts.map(({ id }) => id)).toEqual(turned)
    expect(changed.revision).toBe(2)
    // A repeat whose first response was lost; and a form of before, which knows no parts.
    expect((await call('PUT /admin/books/:id', put)).revision).toBe(2)
    const old = await call('PUT /admin/books/:id', { id: made.id, ...fields, price: 6500 })
    expect(old).toMatchObject({ partsCount: 3, revision: 3 })
    const plain = await call('PUT /admin/books/:id', { id: made.id, ...fields, parts: [] })
    expect(plain).toMatchObject({ partsCount: 0, parts: [] })
  })

  test('renders its own page and those of its parts again when its parts change', async () => {
    const versionOf = async () => (await sql`select version, shelf_version from site_version`)[0]
    const before = await versionOf()
    const { id, parts } = await aBundle()
    await sql`delete from book_parts where part_id = ${parts[0] ?? ''}`
    expect((await versionOf())?.['version']).toBeGreaterThan(before?.['version'])
    expect((await versionOf())?.['shelfVersion']).toBe((await versionOf())?.['version'])
    const [row] = await sql`select parts_count from books where id = ${id}`
    expect(row).toEqual({ partsCount: 1 })
  })

  test('has books as parts, each once, and no other bundle', async () => {
    const { call } = await theStaff('shopkeeper', base)
    const { id, parts } = await aBundle()
    const [part = '', other = ''] = parts
    const put = async (bundle: string, ids: string[]) => {
      const {
        pdf: _,
        group: __,
        ...book
      } = await sql`select * from books where id = ${bundle}`.then(
        ([row]) => row as Record<string, never>,
      )
      return call('PUT /admin/books/:id', { ...book, id: bundle, parts: ids } as never).catch(
        (error: { fields?: object }) => error.fields,
      )
    }
    const plain = await aBookOnSale()
    expect(await put(id, [part, part])).toEqual({ parts: ['Each book can be a part once'] })
    expect(await put(id, [part])).toEqual({ parts: ['A bundle has from 2 to 20 parts'] })
    const noPart = { parts: ['A part is a book of its own: no bundle, and not deleted'] }
    expect(await put(id, [part, id])).toEqual(noPart)
    expect(await put(id, [part, randomUUID()])).toEqual(noPart)
    expect(await put((await aBook()).id, [id, part])).toEqual(noPart)
    expect(await put(part, [plain.id, other])).toEqual({
      parts: ['This book is part of a bundle, so it cannot have parts'],
    })
    await sql`update books set deleted_at = now(), is_published = false where id = ${plain.id}`
    expect(await put(id, [part, plain.id])).toEqual(noPart)
    // One that was deleted since stays until somebody takes it out.
    await sql`update books set deleted_at = now(), is_published = false where id = ${other}`
    expect(await put(id, [other, part])).toMatchObject({ parts: [{ state: 'withdrawn' }, {}] })
  })

  test('never becomes the part of its own part, even at the same moment', async () => {
    const [a, b, c] = await Promise.all([1, 2, 3].map(() => aBook()))
    const insert = (bundleId = '', partId = '') =>
      sql`insert into book_parts ${sql({ bundleId, partId, position: 1 })}`
    const outcomes = await Promise.allSettled([insert(a?.id, b?.id), insert(b?.id, c?.id)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { constraint_name: 'book_parts_not_nested' },
    })
  })

  test('can be bought only while every part is published and has its PDF', async () => {
    const visitor = await aVisitor(base)
    const { call } = await theStaff('shopkeeper', base)
    const { id, parts } = await aBundle({ title: title() })
    const [part = ''] = parts
    const order = () => visitor.call('POST /orders', aPurchase(id))
    const page = () => visitor.call('GET /books/:id', { id })
    const row = async () => {
      const { title: search } = await page()
      return (await call('GET /admin/books', { search })).find((book) => book.id === id)
    }
    await sql`
      update books set pdf_id = null, pdf_bytes = null, pdf_pages = null, pdf_uploaded_at = null
      where id = ${part}`
    await expect(order()).rejects.toMatchObject({ status: 409, sentence: /not yet available/ })
    expect(await page()).toMatchObject({ sale: 'noPdfYet', pdfBytes: null })
    expect(await row()).toMatchObject({ partsWithdrawn: 0, partsWithoutPdf: 1 })
    await call('PATCH /admin/books/:id/publish', { id: part, isPublished: false })
    await expect(order()).rejects.toMatchObject({ status: 409, sentence: /not sold any more/ })
    expect(await page()).toMatchObject({
      sale: 'incomplete',
      parts: [{ id: part, isOpen: false }, { isOpen: true }],
    })
    expect(await row()).toMatchObject({ partsWithdrawn: 1 })
    await call('DELETE /admin/books/:id', { id: part })
    expect(await page()).toMatchObject({ sale: 'incomplete', parts: [{ isOpen: false }, {}] })
  })
})

describe('whoever buys a bundle', () => {
  test('gets each book by one link, ten times each', async () => {
    const shelf = await aShelf()
    const { pay, download } = await buy(shelf)
    await pay()
    const { parts, url, left } = await download()
    expect(left).toBe(10)
    expect(parts.map(({ bookId }) => bookId)).toEqual(shelf.parts)
    const [first, second] = parts
    expect(first?.url).toBe(`${url}?part=${shelf.parts[0]}`)
    expect(await bytesAt(first?.url ?? '')).toEqual(shelf.books[0].file)
    expect(await bytesAt(second?.url ?? '')).toEqual(shelf.books[1].file)
    for (const wrong of ['', `?part=${shelf.id}`, `?part=${randomUUID()}`])
      expect(await bytesAt(url + wrong), wrong).toBe(404)
    const many = await Promise.all(Array.from({ length: 14 }, () => bytesAt(first?.url ?? '')))
    expect(many.filter((bytes) => bytes instanceof Buffer)).toHaveLength(9)
    const after = await download()
    expect(after.parts.map((part) => part.left)).toEqual([0, 9])
    expect(after.isOver).toBe(true)
    expect(await bytesAt(second?.url ?? '')).toEqual(shelf.books[1].file)
  })

  test('asks for new links once one book is used up, and has all downloads again', async () => {
    const { orderId, pay, download } = await buy(await aShelf())
    await pay()
    expect(await renewDownload(orderId, secret)).toBe(false)
    const { parts, url } = await download()
    for (let time = 0; time < downloadLink.downloads; time++) await bytesAt(parts[0]?.url ?? '')
    expect(await renewDownload(orderId, secret)).toBe(true)
    const next = await download()
    expect(next.url).not.toBe(url)
    expect(next.parts.map(({ left }) => left)).toEqual([10, 10])
    expect(next.isOver).toBe(false)
  })

  test('keeps what was ordered, whatever becomes of the bundle before the money comes', async () => {
    const shelf = await aShelf()
    const { pay, download } = await buy(shelf)
    const { call } = await theStaff('shopkeeper', base)
    const [gone, stays] = shelf.books
    await sql`delete from book_parts where bundle_id = ${shelf.id}`
    await call('DELETE /admin/books/:id', { id: gone.id })
    await call('DELETE /admin/books/:id', { id: shelf.id })
    await pay()
    for (const id of [gone.id, stays.id, shelf.id]) {
      await sql`update books set deleted_at = now() - interval '40 days' where id = ${id} and deleted_at is not null`
      await eraseBook(id)
    }
    const { parts } = await download()
    expect(await bytesAt(parts[0]?.url ?? '')).toEqual(gone.file)
    expect(await bytesAt(parts[1]?.url ?? '')).toEqual(stays.file)
  })

  test('who ordered it as a plain book gets that book', async () => {
    const book = await aBookWithFile(dataDir)
    const { pay, download } = await buy({ visitor: await aVisitor(base), id: book.id })
    const { parts: others } = await aBundle()
    const rows = others.map((partId, index) => ({ bundleId: book.id, partId, position: index + 1 }))
    await sql`insert into book_parts ${sql(rows)}`
    await pay()
    const { parts, url } = await download()
    expect(parts).toEqual([])
    expect(await bytesAt(url)).toEqual(book.file)
    expect(await bytesAt(`${url}?part=${book.id}`)).toEqual(book.file)
    expect(await bytesAt(`${url}?part=${others[0]}`)).toBe(404)
  })

  test('gives copies away that contain the same books', async () => {
    const shelf = await aShelf()
    const { orderId, pay } = await buy(shelf, { quantity: 2 })
    await pay()
    await sql`delete from book_parts where bundle_id = ${shelf.id}`
    const [code] = await listCodes(orderId, secret)
    const { reference } = await shelf.visitor.call('POST /redeem', {
      code: code?.code ?? '',
      name: 'Ada Obi',
      email: `ada-${randomUUID()}@friends.example`,
    })
    const gift = await findDownload((await rowOf(reference)).id, composeWith)
    expect(gift?.parts.map(({ bookId }) => bookId)).toEqual(shelf.parts)
    expect(await bytesAt(gift?.parts[1]?.url ?? '')).toEqual(shelf.books[1].file)
  })

  test('pays its price less a discount once, is one copy sold, and loses all of it with a refund', async () => {
    const shelf = await aShelf(4000)
    const discount = await aDiscount({ percent: 50, bookIds: [shelf.id] })
    const order = await buy(shelf, { discountCode: discount.code })
    await order.pay()
    const { parts } = await order.download()
    const { call } = await theStaff('shopkeeper', base)
    await bytesAt(parts[0]?.url ?? '')
    await bytesAt(parts[1]?.url ?? '')
    expect(await call('GET /admin/orders/:reference', order)).toMatchObject({
      amount: 2000,
      quantity: 1,
      downloads: 2,
      parts: parts.map((part) => part.title),
    })
    says(order.reference, { status: 'reversed' })
    await settleOrder(
      order.reference,
      'webhook',
      shopWith(() => [payments], secret),
    )
    expect(await findDownload(order.orderId, composeWith)).toBeNull()
    for (const { url } of parts) expect(await bytesAt(url)).toBe(404)
  })

  test('gets a free one without paying, while its parts cost something', async () => {
    const shelf = await aShelf(0)
    const { download } = await buy(shelf)
    expect((await download()).parts).toHaveLength(2)
  })

  test('is mailed a link to each book', async () => {
    const { orderId, buyerEmail, pay, download } = await buy(await aShelf())
    await pay()
    const { parts } = await download()
    await sql`delete from mails`
    const mail = await compose('receipt', buyerEmail, { ...aReceipt, orderId })
    for (const { title, url } of parts) {
      expect(mail?.text).toContain(`Download ${title}`)
      expect(mail?.text).toContain(url)
    }
  })

  test('has it in the library and in the copy of their data', async () => {
    const shelf = await aShelf()
    const reader = await aProvenReader(base)
    const { pay, download } = await buy({ visitor: reader, id: shelf.id })
    await pay()
    await bytesAt((await download()).parts[0]?.url ?? '')
    const { library } = await reader.call('GET /account/books', {})
    expect(library).toMatchObject([
      { book: { id: shelf.id, partsCount: 2 }, download: { parts: [{ left: 9 }, { left: 10 }] } },
    ])
    const { readingStats } = await reader.call('GET /account', {})
    expect(readingStats.booksDownloaded).toBe(1)
    const { orders } = await reader.call('GET /account/export', {})
    expect(orders).toMatchObject([
      { parts: shelf.books.map(() => expect.any(String)), downloads: 1 },
    ])
  })

  test('rates it as any book', async () => {
    const shelf = await aShelf()
    const order = await buy(shelf)
    await order.pay()
    const { reference, orderId } = order
    const key = orderKey(secret, orderId)
    const rate = (id: string) =>
      shelf.visitor.call('PUT /books/:id/rating', { id, rating: 4, reference, key })
    expect(await rate(shelf.id)).toMatchObject({ rating: 4, ratingsCount: 1 })
    await expect(rate(shelf.parts[0] ?? '')).rejects.toMatchObject({ status: 401 })
  })
})

describe('a deleted part', () => {
  test('stays while a bundle names it, so that its page can say so, and goes with the bundle', async () => {
    const { id, parts } = await aBundle()
    const [part = ''] = parts
    const isThere = async (book: string) =>
      (await sql`select 1 from books where id = ${book}`).length
    await sql`update books set deleted_at = now(), is_published = false where id in (${part}, ${id})`
    await eraseBook(part)
    expect(await isThere(part)).toBe(1)
    await eraseBook(id)
    expect(await isThere(id)).toBe(0)
    await sql`update books set erased_at = null where id = ${part}`
    await eraseBook(part)
    expect(await isThere(part)).toBe(0)
  })
})
