import type { Context } from 'koa'
import { callerOf } from '#api/http/load/fair-queue.ts'
import type { Routes } from '#api/http/serve.ts'

import type { Brand } from '#api/mails/render-mail.ts'
import { findBuyersOrder } from '#api/shop/orders/find-buyers-order.ts'
import { findOrderByReference, type OrderRow } from '#api/shop/orders/orders.queries.ts'
import { sendPdf } from '#api/shop/pdf/send-pdf.ts'
import { apiError } from '#contract/errors.ts'
import { toKobo, toNaira } from '#contract/money.ts'
import { drawInvoice } from './draw-invoice.ts'
import { findMadeInvoice } from './invoices.queries.ts'
import { type InvoiceWith, placeInvoice } from './place-invoice.ts'

export function invoicesRoutes(
  { serve, serveFile }: Routes,
  outside: InvoiceWith & { brand: Brand },
) {
  serve('POST /invoices', async ({ shownTotal, ...typed }, context) => {
    const shownKobo = shownTotal === undefined ? undefined : toKobo(Number(shownTotal || NaN))
    const placed = await placeInvoice(typed, context, { ...outside, shownKobo, actor: 'buyer' })
    const { reference, checkoutUrl, amountKobo, discountKobo } = placed
    return { reference, checkoutUrl, amount: toNaira(amountKobo), discount: toNaira(discountKobo) }
  })

  const sendInvoice = async (order: OrderRow | undefined, ctx: Context) => {
    const invoice = order && (await findMadeInvoice(order.id))
    if (!invoice) throw apiError('invoiceNotFound')
    const pdf = await drawInvoice(order, invoice, outside, callerOf(ctx))
    sendPdf(ctx, `${outside.brand.name} invoice ${invoice.number}`, pdf)
  }

  serveFile('GET /orders/:reference/invoice', async (link, ctx, context) => {
    await sendInvoice(await findBuyersOrder(link, context), ctx)
  })

  serveFile('GET /admin/invoices/:reference/pdf', async ({ reference }, ctx) => {
    await sendInvoice(await findOrderByReference(reference), ctx)
  })
}
