import type { Context } from 'koa'
import { csvLine, excelMark, startCsv } from '#api/http/csv.ts'
import { dayOf } from '#contract/days.ts'
import type { Statement } from './statement.ts'

const kinds = {
  sale: 'Sale',
  refund: 'Refund',
  payout: 'Payout',
  payout_taken_back: 'Payout taken back',
} as const

/** Amounts have no sign of a currency: they are naira. */
const amount = (naira: number) => naira.toFixed(2)

const header = [
  ...['Date', 'What', 'Reference', 'Book', 'Copies', 'Price', 'Discount', 'Paid', 'VAT'],
  ...['Percent', 'Amount', 'Balance'],
]

/** With the balance after each line. */
export function statementAsCsv({ month, broughtForward, lines, balance }: Statement): string {
  let kobo = Math.round(broughtForward * 100)
  const blank = ['', '', '', '', '', '', '']
  const frame = (what: string, naira: number) =>
    csvLine([month, what, '', ...blank, '', amount(naira)])
  return [
    excelMark,
    csvLine(header),
    frame('Balance brought forward', broughtForward),
    ...lines.map((line) => {
      kobo += Math.round(line.amount * 100)
      const { sale } = line
      return csvLine([
        line.paidOn ?? dayOf(line.at),
        ...[kinds[line.kind], line.reference],
        ...(sale
          ? [
              ...[sale.book, String(sale.copies)],
              ...[sale.price, sale.discount, sale.paid, sale.vat, sale.percent].map(amount),
            ]
          : blank),
        ...[amount(line.amount), amount(kobo / 100)],
      ])
    }),
    frame('Balance', balance),
  ].join('')
}

export function sendStatementCsv(ctx: Context, statement: Statement) {
  if (startCsv(ctx, `statement-${statement.month}.csv`)) ctx.body = statementAsCsv(statement)
}
