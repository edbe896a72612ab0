import { dayOf } from '#contract/dates.ts'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { toNaira } from '#contract/money.ts'
import type { AccountRow } from './author-accounts.queries.ts'
import { listStatementLines, type StatementLine, sumStatement } from './statements.queries.ts'

export type Statement = OutputOf<'GET /statements/:token'>['statement']

const mostLines = 1000

/** A month of an account, out of the ledger: nothing of it is stored anywhere else. */
export async function makeStatement(
  { id, name }: Pick<AccountRow, 'id' | 'name'>,
  month: string,
  limit = mostLines,
): Promise<Statement> {
  const sums = await sumStatement(id, month)
  const lines = await listStatementLines(id, month, limit)
  return {
    accountId: id,
    name,
    month,
    linesInAll: sums.lines,
    broughtForward: toNaira(sums.broughtForwardKobo),
    lines: lines.map(lineOf),
    shares: toNaira(sums.sharesKobo),
    refunds: toNaira(sums.refundsKobo),
    payouts: toNaira(sums.payoutsKobo),
    balance: toNaira(sums.balanceKobo),
  }
}

function lineOf(line: StatementLine): Statement['lines'][number] {
  const { kind, at, reference, book, copies, paidOn, kobo } = line
  const { discountKobo, paidKobo, vatKobo, basisPoints } = line
  return {
    kind,
    at,
    reference,
    paidOn,
    sale:
      book === null
        ? null
        : {
            book,
            copies,
            price: toNaira(paidKobo + discountKobo),
            discount: toNaira(discountKobo),
            paid: toNaira(paidKobo),
            vat: toNaira(vatKobo),
            percent: basisPoints / 100,
          },
    amount: toNaira(kobo),
  }
}

/** YYYY-MM, newest first: this month, and those before since the account was opened. */
export function monthsSince(createdAt: string, now = new Date()): string[] {
  const opened = dayOf(createdAt).slice(0, 7)
  const months: string[] = []
  let [year = 0, month = 0] = dayOf(now).split('-').map(Number)
  for (;;) {
    const name = `${year}-${String(month).padStart(2, '0')}`
    if (name < opened) return months
    months.push(name)
    month = month === 1 ? 12 : month - 1
    if (month === 12) year--
  }
}
