import type { Brand } from '#api/mails/render-mail.ts'
import type { OrderRow } from '#api/shop/orders/orders.queries.ts'
import { formatBasisPoints, type Vat } from '#api/shop/orders/vat.ts'
import { formatKobo } from '#contract/money.ts'
import { amountInWords } from '#contract/shop/amount-in-words.ts'
import type { PdfSheet } from './draw-pdf.ts'

// What the receipt and the invoice of an order share.

export interface SellerFacts {
  brand: Brand
  vat: Pick<Vat, 'taxId'>
}

export const inWords = ({ amountKobo }: OrderRow) => `In words: ${amountInWords(amountKobo)}`

/** Who bought it: of an invoice the school, then its contact. */
export const buyerLines = (
  { buyerName, buyerEmail }: OrderRow,
  invoice: { school: string; schoolAddress: string } | undefined,
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

export const boughtRows = ({ bookTitle, authorName, quantity, unitKobo }: OrderRow) => [
  [
    `${bookTitle}, by ${authorName}`,
    String(quantity),
    formatKobo(unitKobo),
    formatKobo(unitKobo * quantity),
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
      ? [[`Discount code ${discountCode}`, `−${formatKobo(discountKobo)}`] as [string, string]]
      : []),
    ...(vatBasisPoints > 0
      ? [
          ['Without VAT', formatKobo(amountKobo - vatKobo)] as [string, string],
          [`VAT ${formatBasisPoints(vatBasisPoints)}`, formatKobo(vatKobo)] as [string, string],
        ]
      : []),
    ['Total', formatKobo(amountKobo)],
  ]
}
