import type { Caller } from '#api/http/fair-queue.ts'
import type { Brand } from '#api/mails/render-mail.ts'
import {
  findMadeInvoice,
  type NumberedInvoice,
  type TypedInvoice,
} from '#api/shop/invoices/invoices.queries.ts'
import type { OrderRow } from '#api/shop/orders/orders.queries.ts'
import { drawPdf, type PdfSheet } from '#api/shop/pdf/draw-pdf.ts'
import { amountInWords } from '#contract/amount-in-words.ts'
import { formatDate } from '#contract/dates.ts'
import { formatNaira, toNaira } from '#contract/money.ts'
import { receiptNumberOf } from './receipts.queries.ts'
import { formatBasisPoints, type Vat } from './vat.ts'

export interface SellerFacts {
  brand: Brand
  vat: Pick<Vat, 'taxId'>
}

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

export const inNaira = (kobo: number) => formatNaira(toNaira(kobo))

/** As a bursar copies it. */
export const inWords = ({ amountKobo }: OrderRow) => `In words: ${amountInWords(amountKobo)}`

/** Who bought it: of an invoice the school, then its contact. */
export const buyerLines = (
  { buyerName, buyerEmail }: OrderRow,
  invoice: TypedInvoice | undefined,
): string[] =>
  [invoice?.school ?? '', ...(invoice?.schoolAddress ?? '').split('\n'), buyerName, buyerEmail]
    .map((line) => line.trim())
    .filter(Boolean)

/** Seller as they stand on every sheet. */
export const sellerLines = ({ brand, vat }: SellerFacts) => [
  brand.publisher,
  ...brand.address,
  ...(vat.taxId ? [`Tax number ${vat.taxId}`] : []),
]

/** What is bought, at its price. */
export const boughtRows = ({ bookTitle, authorName, quantity, unitKobo }: OrderRow) => [
  [
    `${bookTitle}, by ${authorName}`,
    String(quantity),
    inNaira(unitKobo),
    inNaira(unitKobo * quantity),
  ],
]

export const boughtColumns: PdfSheet['columns'] = [
  { label: 'Book', share: 5 },
  { label: 'Copies', share: 1, isNumber: true },
  { label: 'Price', share: 2, isNumber: true },
  { label: 'Amount', share: 2, isNumber: true },
]

/** Discount, VAT and total; the tax is contained in the total, so it stands as a part of it. */
export function sumsOf({
  discountCode,
  discountKobo,
  vatBasisPoints,
  vatKobo,
  amountKobo,
}: OrderRow): PdfSheet['sums'] {
  return [
    ...(discountCode
      ? [[`Discount code ${discountCode}`, `−${inNaira(discountKobo)}`] as [string, string]]
      : []),
    ...(vatBasisPoints > 0
      ? [
          ['Without VAT', inNaira(amountKobo - vatKobo)] as [string, string],
          [`VAT ${formatBasisPoints(vatBasisPoints)}`, inNaira(vatKobo)] as [string, string],
        ]
      : []),
    ['Total', inNaira(amountKobo)],
  ]
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
      ...(refundedAt ? [`${inNaira(order.amountKobo)} went back to the buyer.`] : []),
    ],
  }
}
