import type { Router } from '@koa/router'
import { sendFile } from '#api/http/send-file.ts'
import { serve, serveFile } from '#api/http/serve.ts'
import { orderPage } from '#api/orders/copies.queries.ts'
import { slugOf } from '#contract/categories.ts'
import { refuse } from '#contract/refusals.ts'
import { countDownload, findLinkedFile } from './downloads.queries.ts'
import { redeemCode } from './redeem-code.ts'

/** What a buyer gets: the book itself, and an order of one's own for a gift code. */
export function downloadsRoutes(
  router: Router,
  {
    orderSecret,
    bookFilePath,
  }: {
    orderSecret: Uint8Array
    /** Where the file of a book lies. */
    bookFilePath: (pdfId: string) => string
  },
) {
  serveFile(router, 'GET /downloads/:token', async ({ token }, ctx) => {
    // Whoever holds the link holds the book: it is to stand in no other site's log, no cache and no index.
    ctx.set('Referrer-Policy', 'no-referrer')
    ctx.set('Cache-Control', 'private, no-store')
    ctx.set('X-Robots-Tag', 'noindex')
    const file = await findLinkedFile(token)
    // Asking about a link that is used up is answered as the download would be.
    if (!file || (file.isUsedUp && ctx.method === 'HEAD')) throw refuse('downloadNotFound')
    const name = nameOf(file.title)
    ctx.attachment(`${name}.pdf`, { fallback: asciiOf(name) })
    await sendFile(ctx, bookFilePath(file.pdfId), async () => {
      if (!(await countDownload(token))) throw refuse('downloadNotFound')
    })
  })

  serve(router, 'POST /redeem', async (input, caller) => {
    const reader = await caller.findReader()
    const order = await redeemCode(input, { readerId: reader?.id ?? null, orderSecret })
    return { reference: order.reference, orderUrl: orderPage(order, orderSecret) }
  })
}

/** What no system takes in the name of a file becomes a blank. */
function nameOf(title: string): string {
  const name = title
    .normalize('NFC')
    .replace(/[\p{C}\\/:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  return name || 'book'
}

/** For programs that read no more than ASCII in a header. */
function asciiOf(name: string): string {
  return `${slugOf(name.normalize('NFD').replace(/\p{M}/gu, '')) || 'book'}.pdf`
}
