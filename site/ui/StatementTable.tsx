import { formatShortDate } from '#contract/dates.ts'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { formatBalance } from '#contract/money.ts'
import { statementNotes } from '#contract/shop/statements.ts'
import { ledgerLabels } from '#contract/states.ts'

export type Statement = OutputOf<'GET /statements/:token'>['statement']

/** On a phone each line is a small table of its own, with the column names beside its numbers. */
const cellClass =
  'flex flex-wrap justify-between gap-x-16 py-2 [font-variant-numeric:tabular-nums] md:table-cell md:border-b md:border-line md:px-10 md:py-10 md:text-right md:align-top md:last:pr-0'
const nameClass =
  'col-span-full pb-4 text-left font-semibold [overflow-wrap:anywhere] md:table-cell md:border-b md:border-line md:py-10 md:pr-10 md:align-top'
const headClass = 'border-b-2 border-ink px-10 py-8 text-right font-semibold first:pl-0 last:pr-0'

const columns = ['Copies', 'Price', 'Discount', 'Paid', 'Percent', 'Share'] as const

/** A month of an author's account: each sale, refund and payout, then the sums. */
export function StatementTable({ statement }: { statement: Statement }) {
  const { broughtForward, shares, refunds, payouts, balance } = statement
  const sums: [string, number][] = [
    ['Balance brought forward', broughtForward],
    ['Shares of sales', shares],
    ['Shares of refunds', refunds],
    ['Payouts', payouts],
  ]
  // The key is the index: an order of a bundle has several lines, and lines are never reordered.
  const lines = statement.lines.map((line, key) => ({ line, key }))
  return (
    <>
      {lines.length === 0 ? (
        <p className="border-b border-line py-20 text-ink-2">Nothing was sold in this month.</p>
      ) : (
        <table className="block w-full border-collapse text-15 md:table">
          <thead className="sr-only md:not-sr-only md:table-header-group">
            <tr>
              <th scope="col" className={`${headClass} !text-left`}>
                Sale, refund or payout
              </th>
              {columns.map((label) => (
                <th key={label} scope="col" className={headClass}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="block md:table-row-group">
            {lines.map(({ line, key }) => (
              <tr
                key={key}
                className="grid gap-x-24 border-b border-line py-12 sm:grid-cols-[1fr_1fr] md:table-row md:border-0"
              >
                <th scope="row" className={nameClass}>
                  {line.sale ? line.sale.book : `${ledgerLabels[line.kind]}`}
                  <span className="block text-14 font-normal text-ink-2">
                    {line.kind === 'refund' && 'Refund, '}
                    {formatShortDate(line.paidOn ?? line.at)}
                    <br />
                    {line.reference}
                  </span>
                </th>
                {columns.map((label) => (
                  <Cell key={label} label={label} text={textOf(line, label)} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <dl className="ml-auto mt-16 grid max-w-[400px] gap-6">
        {sums.map(([label, naira]) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-16">
            <dt>{label}</dt>
            <dd className="ml-auto whitespace-nowrap [font-variant-numeric:tabular-nums]">
              {formatBalance(naira)}
            </dd>
          </div>
        ))}
        <div className="flex flex-wrap justify-between gap-x-16 border-t-2 border-ink pt-8 text-18 font-semibold">
          <dt>Balance</dt>
          <dd className="ml-auto whitespace-nowrap [font-variant-numeric:tabular-nums]">
            {formatBalance(balance)}
          </dd>
        </div>
      </dl>
      {statementNotes(statement).map((note) => (
        <p key={note} className="mt-16 text-15 text-ink-2">
          {note}
        </p>
      ))}
    </>
  )
}

/** On a phone an empty one is left out. */
function Cell({ label, text }: { label: string; text: string }) {
  return (
    <td className={`${cellClass} ${text === '' ? 'max-md:hidden' : ''}`}>
      <span className="text-ink-2 md:hidden">{label}</span>
      <span>{text}</span>
    </td>
  )
}

function textOf({ sale, amount }: Statement['lines'][number], column: (typeof columns)[number]) {
  if (column === 'Share') return formatBalance(amount)
  if (!sale) return ''
  const { copies, price, discount, paid, vat, percent } = sale
  if (column === 'Copies') return String(copies)
  if (column === 'Price') return formatBalance(price)
  if (column === 'Discount') return discount === 0 ? '' : formatBalance(discount)
  if (column === 'Percent') return `${percent}%`
  return vat === 0 ? formatBalance(paid) : `${formatBalance(paid)} (VAT ${formatBalance(vat)})`
}
