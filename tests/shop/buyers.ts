import { randomUUID } from 'node:crypto'
import { hashToken } from '#api/http/secrets/secrets.ts'
import type { Files } from '#api/integrations/files.ts'
import { folderFiles } from '#api/integrations/folder-files.ts'
import { bookFile, epubFile } from '#api/shop/book-files/file-names.ts'
import { listCodes } from '#api/shop/orders/copies.queries.ts'
import { downloadToken, makeReference, orderKey } from '#api/shop/orders/order-secrets.ts'
import { insertOrder } from '#api/shop/orders/orders.queries.ts'
import { payOrder } from '#api/shop/orders/settle-order.ts'
import { shopWith } from '#api/shop/shop.ts'
import { sql, transaction } from '#db/sql.ts'
import { composeWith } from '../fixtures/mail-sender.ts'
import { aBook } from '../people.ts'
import { anEpub } from './epubs.ts'
import { aPdf } from './pdfs.ts'

const { orderSecret } = composeWith

/** A published book that can be downloaded: its file lies below the data folder, or wherever files are kept. */
export async function aBookWithFile(
  place: string | Files,
  fields: Parameters<typeof aBook>[0] = {},
) {
  const book = await aBook(fields)
  const file = await giveFile(book.id, place)
  return { ...book, file }
}

/** Gives a book another file, as the publisher does; its buyers get it byte for byte. */
export async function giveFile(bookId: string, place: string | Files, pages = 3) {
  const pdfId = randomUUID()
  const file = aPdf(pages, { padding: 2000 })
  const files = typeof place === 'string' ? folderFiles(place) : place
  await sql`insert into book_files (id) values (${pdfId})`
  await files.store(bookFile(pdfId), file)
  await sql`
    update books set pdf_id = ${pdfId}, pdf_bytes = ${file.length}, pdf_pages = ${pages}, pdf_uploaded_at = now(),
      is_stamped = false
    where id = ${bookId}`
  return file
}

/** Gives a book an EPUB beside its PDF. */
export async function giveEpub(bookId: string, place: string | Files) {
  const epubId = randomUUID()
  const file = anEpub()
  const files = typeof place === 'string' ? folderFiles(place) : place
  await sql`insert into epub_files (id, sample) values (${epubId}, '')`
  await files.store(epubFile(epubId), file)
  await sql`
    update books set epub_id = ${epubId}, epub_bytes = ${file.length}, epub_uploaded_at = now()
    where id = ${bookId}`
  return file
}

interface Purchase {
  quantity?: number
  buyerEmail?: string
  readerId?: string
  isPaid?: boolean
  isTest?: boolean
  isFree?: boolean
}

/** An order of a book, paid unless said otherwise, with all that its buyer gets. */
export async function anOrder(
  bookId: string,
  {
    quantity = 1,
    buyerEmail = `buyer-${randomUUID()}@buyers.example`,
    readerId,
    isPaid = true,
    isTest = false,
    isFree = false,
  }: Purchase = {},
) {
  const id = randomUUID()
  const reference = makeReference()
  const key = orderKey(orderSecret, id)
  const inserted = await insertOrder({
    id,
    reference,
    bookId,
    quantity,
    buyerEmail,
    keyHash: hashToken(key),
    bookTitle: 'The Quiet Ledger',
    authorName: 'Kele Umez-Ray',
    unitKobo: isFree ? 0 : 350_050,
    amountKobo: isFree ? 0 : 350_050 * quantity,
    paymentMethod: 'card',
    provider: isTest ? 'test' : 'paystack',
    isTest,
    buyerName: 'Ngozi Bassey-Udo',
    readerId: readerId ?? null,
    idempotencyKey: null,
    nextCheckAt: null,
  })
  if (isPaid) await payNow(id)
  const codes = (await listCodes(id, orderSecret)).map(({ code }) => code)
  const orderNumber = inserted?.orderNumber as string
  return {
    id,
    reference,
    orderNumber,
    key,
    bookId,
    buyerEmail,
    codes,
    token: downloadToken(orderSecret, id, 1),
  }
}

/** The money has arrived. */
export function payNow(orderId: string) {
  const payment = { paidAt: null, lastDigits: '4081', providerStatus: 'success' }
  return transaction(() =>
    payOrder(
      orderId,
      payment,
      'webhook',
      shopWith(() => [], orderSecret),
    ),
  )
}

/** The money went back. */
export async function refundNow(orderId: string) {
  await sql`update orders set state = 'refunded', refunded_at = now() where id = ${orderId}`
}
