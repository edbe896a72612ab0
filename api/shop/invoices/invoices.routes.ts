import type { Router } from '@koa/router'
import type { Context } from 'koa'
import { serve, serveFile } from '#api/http/serve.ts'

import type { Brand } from '#api/mails/render-mail.ts'
import { findBuyersOrder } from '#api/shop/orders/find-buyers-order.ts'
import { findOrderByReference, type OrderRow } from '#api/shop/orders/orders.queries.ts'
import { placeOrder } from '#api/shop/orders/place-order.ts'
import { sendPdf } from '#api/shop/receipts/receipts.routes.ts'
import type { Vat } from '#api/shop/receipts/vat.ts'
import { addDays, dayOf } from '#contract/days.ts'
import { apiError } from '#contract/errors.ts'
import type { BankAccount } from '#contract/invoices.ts'
import { toKobo, toNaira } from '#contract/money.ts'
import { bankPayments } from './bank-payments.ts'
import { drawInvoice } from './draw-invoice.ts'
import { findInvoice } from './invoices.queries.ts'

export interface InvoiceSettings {
  account: BankAccount
  /** Until a new invoice is due. */
  days: number
}

interface InvoicesOptions {
  publicUrl: string
  orderSecret: Uint8Array
  brand: Brand
  vat: Vat
  /** Undefined: schools cannot pay by invoice. */
  invoicing?: InvoiceSettings | undefined
}

export function invoicesRoutes(
  router: Router,
  { publicUrl, orderSecret, brand, vat, invoicing }: InvoicesOptions,
) {
  serve(router, 'POST /invoices', async ({ shownTotal, ...typed }, context) => {
    if (!invoicing) throw apiError('invoicesNotOpen')
    const { school, schoolAddress, purchaseNumber, ...purchase } = typed
    const { account, days } = invoicing
    const dueOn = addDays(dayOf(new Date()), days)
    const placed = await placeOrder(
      {
        ...purchase,
        paymentMethod: 'transfer',
        invoice: { school, schoolAddress, purchaseNumber, account, dueOn },
      },
      context,
      {
        ...{ publicUrl, orderSecret, vat, payments: [bankPayments] },
        shownKobo: shownTotal === undefined ? undefined : toKobo(Number(shownTotal || NaN)),
      },
    )
    const { reference, checkoutUrl, amountKobo, discountKobo } = placed
    return { reference, checkoutUrl, amount: toNaira(amountKobo), discount: toNaira(discountKobo) }
  })

  const sendInvoice = async (order: OrderRow | undefined, ctx: Context) => {
    const invoice = order && (await findInvoice(order.id))
    if (!invoice) throw apiError('invoiceNotFound')
    const pdf = await drawInvoice(order, invoice, { brand, vat })
    sendPdf(ctx, `${brand.name} invoice ${invoice.number}`, pdf)
  }

  serveFile(router, 'GET /orders/:reference/invoice', async (link, ctx, context) => {
    await sendInvoice(await findBuyersOrder(link, context), ctx)
  })

  serveFile(router, 'GET /admin/invoices/:reference/pdf', async ({ reference }, ctx) => {
    await sendInvoice(await findOrderByReference(reference), ctx)
  })
}
