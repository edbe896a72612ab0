import type { Context } from 'koa'
import { callerOf } from '#api/http/load/fair-queue.ts'
import type { Routes } from '#api/http/serve.ts'
import { findBuyersOrder } from '#api/shop/orders/find-buyers-order.ts'
import { findOrderByReference, type OrderRow } from '#api/shop/orders/orders.queries.ts'
import type { SellerFacts } from '#api/shop/pdf/order-sheet.ts'
import { sendPdf } from '#api/shop/pdf/send-pdf.ts'
import { apiError } from '#contract/errors.ts'
import { drawReceipt, hasReceipt } from './draw-receipt.ts'

export function receiptsRoutes({ serveFile }: Routes, seller: SellerFacts) {
  const sendReceipt = async (order: OrderRow | undefined, ctx: Context) => {
    if (!order || !hasReceipt(order)) throw apiError('receiptNotFound')
    const { number, pdf } = await drawReceipt(order, seller, callerOf(ctx))
    sendPdf(ctx, `${seller.brand.name} receipt ${number}`, pdf)
  }

  serveFile('GET /orders/:reference/receipt', async (link, ctx) => {
    await sendReceipt(await findBuyersOrder(link, ctx.state.context), ctx)
  })

  serveFile('GET /admin/orders/:reference/receipt', async ({ reference }, ctx) => {
    await sendReceipt(await findOrderByReference(reference), ctx)
  })
}
