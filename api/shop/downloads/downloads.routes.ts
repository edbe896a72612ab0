import { randomUUID } from 'node:crypto'
import type { Router } from '@koa/router'
import { sendFile } from '#api/http/send-file.ts'
import { serve, serveFile } from '#api/http/serve.ts'
import type { Files } from '#api/integrations/files.ts'
import { queueMail } from '#api/mails/mails.queries.ts'
import { bookFile } from '#api/shop/books/store-book-file.ts'
import {
  findRedeemedOrder,
  insertGiftOrder,
  orderPage,
  takeCode,
} from '#api/shop/orders/copies.queries.ts'
import { slugOf } from '#contract/categories.ts'
import { apiError } from '#contract/errors.ts'
import { trimEndOf } from '#contract/text.ts'
import { transaction } from '#db/sql.ts'
import { countDownload, findLinkedFile } from './downloads.queries.ts'

export function downloadsRoutes(
  router: Router,
  {
    isPublic,
    orderSecret,
    files,
  }: {
    /** Whether the site is reachable from other machines. */
    isPublic: boolean
    orderSecret: Uint8Array
    files: Files
  },
) {
  serveFile(router, 'GET /downloads/:token', async ({ token, part }, ctx) => {
    // The link alone opens the book, so it must not be sent to other sites as a referrer.
    ctx.set('Referrer-Policy', 'no-referrer')
    ctx.set('X-Robots-Tag', 'noindex')
    const linked = await findLinkedFile(token, part)
    // HEAD on a used-up link is answered as the download would be.
    if (!linked || (linked.isUsedUp && ctx.method === 'HEAD')) throw apiError('downloadNotFound')
    if (isPublic && linked.isTestOfUpload) throw apiError('testOpensNothing')
    const name = nameOf(linked.title)
    ctx.attachment(`${name}.pdf`, { fallback: asciiOf(name) })
    const file = bookFile(linked.pdfId)
    const isThere = await sendFile(ctx, files, file, async () => {
      if (!(await countDownload(token, part))) throw apiError('downloadNotFound')
    })
    if (!isThere) throw new Error(`${file} is missing in ${files.place}`)
  })

  serve(router, 'POST /redeem', async (input, context) => {
    const reader = await context.findReader()
    const order = await redeemCode(input, { readerId: reader?.id ?? null, orderSecret })
    return { reference: order.reference, orderUrl: orderPage(order, orderSecret) }
  })
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

/** For clients that read ASCII in headers only. */
function asciiOf(name: string): string {
  return `${slugOf(name.normalize('NFD').replace(/\p{M}/gu, '')) || 'book'}.pdf`
}

interface Redemption {
  /** As it was typed. */
  code: string
  name: string
  /** In lower case. */
  email: string
}

/** Turns a gift code into an order, once. A repeat with the same e-mail address gets that order, any other an error. */
function redeemCode(
  { code, name, email }: Redemption,
  { readerId, orderSecret }: { readerId: string | null; orderSecret: Uint8Array },
): Promise<{ id: string; reference: string }> {
  return transaction(async () => {
    const id = randomUUID()
    const copy = await takeCode(code, id)
    if (!copy) {
      const before = await findRedeemedOrder(code, email)
      if (!before) throw apiError('codeNotKnown')
      return before
    }
    const order = { ...copy, id, buyerName: name, buyerEmail: email, readerId }
    const added = await insertGiftOrder(order, 'gift code', orderSecret)
    const { reference } = added
    await queueMail('gift', email, { orderId: id, reference, name, title: copy.bookTitle })
    return added
  })
}
