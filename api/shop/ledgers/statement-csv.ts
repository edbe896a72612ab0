import type { Context } from 'koa'
import { csvLine, excelMark, startCsv } from '#api/http/answers/csv.ts'
import { dayOf } from '#contract/dates.ts'
import { toKobo, toNaira } from '#contract/money.ts'
import { ledgerLabels } from '#contract/states.ts'
import type { AccountRow } from './author-accounts.queries.ts'
import { makeStatement, type Statement } from './statement.ts'

/** Amounts have no sign of a currency: they are naira. */
const header = [
  ...['Date', 'What', 'Reference', 'Book', 'Copies', 'Price of one copy', 'Price', 'Discount'],
  ...['Paid', 'VAT', 'Percent', 'Amount', 'Balance'],
]

/** To the kobo, and never below zero; a book of a bundle has its part of the price. */
const priceOfOne = ({ price, copies }: { price: number; copies: number }) =>
  toNaira(Math.round(Math.abs(toKobo(price)) / copies))

export function statementAsCsv({ month, broughtForward, lines, balance }: Statement): string {
  let kobo = toKobo(broughtForward)
  const blank = header.slice(3, -2).map(() => null)
  const frame = (what: string, naira: number) => csvLine([month, what, null, ...blank, null, naira])
  return [
    excelMark,
    csvLine(header),
    frame('Balance brought forward', broughtForward),
    ...lines.map((line) => {
      kobo += toKobo(line.amount)
      const { sale } = line
      return csvLine([
        line.paidOn ?? dayOf(line.at),
        ...[ledgerLabels[line.kind], line.reference],
        ...(sale
          ? [
              ...[sale.book, sale.copies, priceOfOne(sale)],
              ...[sale.price, sale.discount, sale.paid, sale.vat, sale.percent],
            ]
          : blank),
        ...[line.amount, toNaira(kobo)],
      ])
    }),
    frame('Balance', balance),
  ].join('')
}

export async function sendStatementCsv(ctx: Context, account: AccountRow, month: string) {
  const statement = await makeStatement(account, month, Number.MAX_SAFE_INTEGER)
  if (startCsv(ctx, `statement-${month}.csv`)) ctx.body = statementAsCsv(statement)
}
