import type { Caller } from '#api/http/load/fair-queue.ts'
import { findMadeInvoice, type NumberedInvoice } from '#api/shop/invoices/invoices.queries.ts'
import type { OrderRow } from '#api/shop/orders/orders.queries.ts'
import { drawPdf, type PdfSheet } from '#api/shop/pdf/draw-pdf.ts'
import {
  boughtColumns,
  boughtRows,
  buyerLines,
  inWords,
  type SellerFacts,
  sellerLines,
  sumsOf,
} from '#api/shop/pdf/order-sheet.ts'
import { formatDate } from '#contract/dates.ts'
import { formatKobo } from '#contract/money.ts'
import { receiptNumberOf } from './receipts.queries.ts'

/** Money moved for it, or would have but for the test. Free orders and redeemed codes have no receipt. */
export function hasReceipt({ amountKobo, paidAt, state }: OrderRow): boolean {
  return amountKobo > 0 && paidAt !== null && (state === 'paid' || state === 'refunded')
}

/** The receipt of an order that has one, as PDF, with its number; a test takes none. */
export async function drawReceipt(order: OrderRow, seller: SellerFacts, caller?: Caller) {
  const number = order.isTest ? 'Test' : await receiptNumberOf(order.id)
  const invoice = await findMadeInvoice(order.id)
  return { number, pdf: await drawPdf(sheetOf(order, number, seller, invoice), caller) }
}

function sheetOf(
  order: OrderRow,
  number: string,
  seller: SellerFacts,
  invoice: NumberedInvoice | undefined,
): PdfSheet {
  const { orderNumber, paidAt, refundedAt, lastDigits, isTest } = order
  const method = order.paymentMethod === 'card' ? 'Card' : 'Bank transfer'
  return {
    brand: seller.brand,
    title: 'Receipt',
    warning: isTest ? 'Test: no money moved' : undefined,
    parties: [
      { heading: 'Sold by', lines: sellerLines(seller) },
      { heading: 'Buyer', lines: buyerLines(order, invoice) },
    ],
    facts: [
      ['Receipt', number],
      ['Paid', formatDate(paidAt as string)],
      ...(invoice ? [['Invoice', invoice.number] as [string, string]] : []),
      ...(invoice?.purchaseNumber
        ? [['Your order', invoice.purchaseNumber] as [string, string]]
        : []),
      ['Order', orderNumber],
      ['Payment', lastDigits ? `${method} ending in ${lastDigits}` : method],
      ...(refundedAt ? [['Refunded', formatDate(refundedAt)] as [string, string]] : []),
    ],
    columns: boughtColumns,
    rows: boughtRows(order),
    sums: sumsOf(order),
    notes: [
      inWords(order),
      ...(refundedAt ? [`${formatKobo(order.amountKobo)} went back to the buyer.`] : []),
    ],
  }
}
