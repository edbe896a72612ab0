import type { Caller } from '#api/http/load/fair-queue.ts'
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
import type { NumberedInvoice } from './invoices.queries.ts'

/** A proforma as PDF: it asks for the money, and the receipt says that it came. */
export const drawInvoice = (
  order: OrderRow,
  invoice: NumberedInvoice,
  seller: SellerFacts,
  caller?: Caller,
) => drawPdf(sheetOf(order, invoice, seller), caller)

function sheetOf(order: OrderRow, invoice: NumberedInvoice, seller: SellerFacts): PdfSheet {
  const { number, purchaseNumber, dueOn } = invoice
  return {
    brand: seller.brand,
    title: 'Proforma invoice',
    warning: warningOf(order, invoice),
    parties: [
      { heading: 'From', lines: sellerLines(seller) },
      { heading: 'For', lines: buyerLines(order, invoice) },
    ],
    facts: [
      ['Invoice', number],
      ['Date', formatDate(order.createdAt)],
      ['Pay by', formatDate(dueOn)],
      ...(purchaseNumber ? [['Your order', purchaseNumber] as [string, string]] : []),
      ['Order', order.orderNumber],
    ],
    columns: boughtColumns,
    rows: boughtRows(order),
    sums: [
      ...sumsOf(order),
      ...(invoice.paidKobo > 0 && invoice.missingKobo > 0
        ? [
            ['Paid so far', formatKobo(invoice.paidKobo)] as [string, string],
            ['Still to pay', formatKobo(invoice.missingKobo)] as [string, string],
          ]
        : []),
    ],
    notes: [inWords(order), ...notesOf(invoice)],
  }
}

function warningOf({ paidAt }: OrderRow, { state }: NumberedInvoice): string | undefined {
  if (state === 'withdrawn') return 'Withdrawn: please do not pay'
  if (state === 'lapsed') return 'Ended: please ask for a new one'
  if (state === 'returned') return 'The money was sent back'
  return state === 'paid' && paidAt ? `Paid on ${formatDate(paidAt)}` : undefined
}

function notesOf(invoice: NumberedInvoice): string[] {
  const { state, number, bankName, accountName, accountNumber, dueOn, missingKobo } = invoice
  if (state !== 'waiting' && state !== 'overdue' && state !== 'toConfirm') return []
  return [
    `Please transfer exactly ${formatKobo(missingKobo)} by ${formatDate(dueOn)} to`,
    `${bankName}, account ${accountNumber}, ${accountName}`,
    `and give ${number} as the narration of the transfer.`,
    'When we have seen the money, the first copy and a code for each further one come by e-mail.',
  ]
}
