import type { Context } from 'koa'
import { csvLine, excelMark, startCsv } from '#api/http/csv.ts'
import { dayOf } from '#contract/days.ts'
import { ledgerLabels } from '#contract/states.ts'
import type { AccountRow } from './author-accounts.queries.ts'
import { makeStatement, type Statement } from './statement.ts'

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
        ...[ledgerLabels[line.kind], line.reference],
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

/** With all lines of the month. */
export async function sendStatementCsv(ctx: Context, account: AccountRow, month: string) {
  const statement = await makeStatement(account, month, Number.MAX_SAFE_INTEGER)
  if (startCsv(ctx, `statement-${month}.csv`)) ctx.body = statementAsCsv(statement)
}
