import { randomUUID } from 'node:crypto'
import { sendFile } from '#api/http/answers/send-file.ts'
import type { Routes } from '#api/http/serve.ts'
import type { Files } from '#api/integrations/files.ts'
import { queueMail } from '#api/mails/mails.queries.ts'
import { bookFile, epubFile, stampedFile } from '#api/shop/book-files/file-names.ts'
import { openHere } from '#api/shop/chapters/open-here.ts'
import {
  findCodeUse,
  findRedeemedCopy,
  orderPage,
  type RedeemedCopy,
  takeCode,
} from '#api/shop/orders/copies.queries.ts'
import { giveCopy } from '#api/shop/orders/give-copy.ts'
import type { MoveWith } from '#api/shop/orders/settle-order.ts'
import { prepareStamp } from '#api/shop/stamps/prepare-stamp.ts'
import { stampedCopy } from '#api/shop/stamps/stamped-copy.ts'
import { apiError, required } from '#contract/errors.ts'
import { formMessages } from '#contract/form-limits.ts'
import { slugOf } from '#contract/magazine/categories.ts'
import { readingPaths } from '#contract/shop/reading-paths.ts'
import { trimEndOf } from '#contract/text.ts'
import { transaction } from '#db/sql.ts'
import {
  countDownload,
  findLinkedFile,
  findOrderOfLink,
  type LinkedFile,
} from './downloads.queries.ts'

export function downloadsRoutes(
  { serve, serveFile }: Routes,
  {
    isPublic,
    files,
    ...moving
  }: MoveWith & {
    /** Whether the site is reachable from other machines. */
    isPublic: boolean
    files: Files
  },
) {
  /** The buyer's own copy; undefined where the PDF goes out as it is. */
  const findStamped = async ({ isStamped, pdfId, buyerName, reference }: LinkedFile) => {
    if (!isStamped) return undefined
    const state = await prepareStamp(files, pdfId)
    if ('problem' in state) return undefined
    const buyer = { buyerName: buyerName ?? '', reference }
    const copy = await stampedCopy(files, state.places, buyer)
    return { copy, name: stampedFile(pdfId) }
  }

  serveFile('GET /downloads/:token', async ({ token, part, format }, ctx) => {
    // The link alone opens the book, so it must not be sent to other sites as a referrer.
    ctx.set('Referrer-Policy', 'no-referrer')
    ctx.set('X-Robots-Tag', 'noindex')
    const linked = await findLinkedFile(token, part)
    // HEAD on a used-up link is answered as the download would be.
    if (!linked || (linked.isUsedUp && ctx.method === 'HEAD')) throw apiError('downloadNotFound')
    const isEpub = format === 'epub'
    const isTest = isEpub ? linked.isTest : linked.isTestOfUpload
    if (isPublic && isTest) throw apiError('testOpensNothing')
    const file = isEpub ? epubOf(linked) : bookFile(linked.pdfId)
    const name = nameOf(linked.title)
    if (isEpub) ctx.type = 'application/epub+zip'
    ctx.attachment(`${name}.${format}`, { fallback: `${asciiOf(name)}.${format}` })
    const stamped = isEpub ? undefined : await findStamped(linked)
    const place = stamped?.copy ?? files
    const isThere = await sendFile(ctx, place, stamped?.name ?? file, async (range) => {
      const isLeft = await countDownload({ token, part, format, ...range })
      if (!isLeft) throw apiError('downloadNotFound')
    })
    if (!isThere) throw new Error(`${file} is missing in ${files.place}`)
  })

  serve('GET /used-downloads/:token', async ({ token }) => {
    return required(await findOrderOfLink(token), 'downloadNotFound')
  })

  serve('POST /redeem', async (input, context) => {
    const reader = await context.findReader()
    const copy = await redeemCode(input, reader?.id ?? null, moving)
    const { reference, bookId } = copy
    if (copy.buyerEmail) return { reference, orderUrl: orderPage(copy, moving.orderSecret) }
    await openHere(copy.id, context)
    return { reference, orderUrl: readingPaths.book(bookId) }
  })
}

function epubOf({ epubId }: LinkedFile): string {
  if (!epubId) throw apiError('epubNotFound')
  return epubFile(epubId)
}

/** A file name for the title; characters that file systems reject become spaces. */
function nameOf(title: string): string {
  const name = title
    .normalize('NFC')
    .replace(/[\p{C}\\/:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
  return trimEndOf(name, '. ') || 'book'
}

/** It is for clients that read ASCII in headers only. */
function asciiOf(name: string): string {
  return slugOf(name.normalize('NFD').replace(/\p{M}/gu, '')) || 'book'
}

interface Redemption {
  /** The code as it was typed. */
  code: string
  name: string
  /** The address is in lower case. Without one the copy is of this browser, and of whoever has the code. */
  email?: string | undefined
}

/**
 * Turns a gift code into an order, once. A repeat with the same e-mail address gets that order, as does any where none was given;
 * any other an error.
 */
function redeemCode(
  { code, name, email = '' }: Redemption,
  readerId: string | null,
  moving: MoveWith,
): Promise<RedeemedCopy> {
  return transaction(async () => {
    const id = randomUUID()
    const copy = await takeCode(code, id, email)
    if (!copy) return findCopy(code, email)
    const order = { ...copy, id, buyerName: name, buyerEmail: email }
    const owner = email ? readerId : null
    const { reference } = await giveCopy({ ...order, readerId: owner }, 'gift code', moving)
    if (email)
      await queueMail('gift', email, { orderId: id, reference, name, title: copy.bookTitle })
    return { ...order, reference }
  })
}

/** What a code that cannot be taken has become. */
async function findCopy(code: string, email: string): Promise<RedeemedCopy> {
  const copy = await findRedeemedCopy(code, email)
  if (copy?.isOpen) return copy
  if (copy?.buyerEmail === '') throw apiError('codeEnded')
  const use = await findCodeUse(code)
  if (use && !email) throw apiError('invalid', { email: [formMessages.email] })
  throw apiError(use?.isRedeemed ? 'codeUsed' : 'codeNotKnown')
}
