import type { Context } from 'koa'
import { callerOf } from '#api/http/load/fair-queue.ts'
import { drawPdf, type PdfSheet } from '#api/shop/pdf/draw-pdf.ts'
import { type SellerFacts, sellerLines } from '#api/shop/pdf/order-sheet.ts'
import { sendPdf } from '#api/shop/pdf/send-pdf.ts'
import { formatDate, formatShortDate } from '#contract/dates.ts'
import { formatMonth } from '#contract/days.ts'
import { formatBalance } from '#contract/money.ts'
import { statementNotes } from '#contract/shop/statements.ts'
import { ledgerLabels } from '#contract/states.ts'
import type { AccountRow } from './author-accounts.queries.ts'
import { makeStatement, type Statement } from './statement.ts'

const plain = new Intl.NumberFormat('en-NG', { minimumFractionDigits: 2 })

/** The sheet says once that they are naira: the sign in each cell would make them too wide. */
const amount = (naira: number) => (naira < 0 ? `−${plain.format(-naira)}` : plain.format(naira))

export async function sendStatementPdf(
  ctx: Context,
  account: AccountRow,
  month: string,
  seller: SellerFacts,
) {
  const pdf = await drawPdf(sheetOf(await makeStatement(account, month), seller), callerOf(ctx))
  sendPdf(ctx, `${seller.brand.name} statement ${month}`, pdf)
}

function sheetOf(statement: Statement, seller: SellerFacts): PdfSheet {
  const { name, month, broughtForward, shares, refunds, payouts, balance } = statement
  return {
    brand: seller.brand,
    title: 'Statement',
    parties: [
      { heading: 'Publisher', lines: sellerLines(seller) },
      { heading: 'Author', lines: [name] },
    ],
    facts: [
      ['Month', formatMonth(month)],
      ['Amounts', 'Naira'],
    ],
    columns: [
      { label: 'Sale, refund or payout', share: 5.5 },
      { label: 'Copies', share: 1.4, isNumber: true },
      { label: 'Price', share: 2.4, isNumber: true },
      { label: 'Discount', share: 2.2, isNumber: true },
      { label: 'Paid', share: 2.4, isNumber: true },
      { label: 'Percent', share: 1.6, isNumber: true },
      { label: 'Share', share: 2.4, isNumber: true },
    ],
    rows: statement.lines.map(rowOf),
    sums: [
      ['Balance brought forward', formatBalance(broughtForward)],
      ['Shares of sales', formatBalance(shares)],
      ['Shares of refunds', formatBalance(refunds)],
      ['Payouts', formatBalance(payouts)],
      ['Balance', formatBalance(balance)],
    ],
    notes: statementNotes(statement),
  }
}

function rowOf({ kind, at, reference, sale, paidOn, amount: moved }: Statement['lines'][number]) {
  if (!sale) {
    const what = `${ledgerLabels[kind]} of ${formatDate(paidOn ?? at)}\n${reference}`
    return [what, '', '', '', '', '', amount(moved)]
  }
  const { book, copies, price, discount, paid, vat, percent } = sale
  return [
    `${book}\n${ledgerLabels[kind]}, ${formatShortDate(at)}\n${reference}`,
    String(copies),
    amount(price),
    discount === 0 ? '' : amount(discount),
    vat === 0 ? amount(paid) : `${amount(paid)}\nVAT ${amount(vat)}`,
    `${percent}%`,
    amount(moved),
  ]
}
