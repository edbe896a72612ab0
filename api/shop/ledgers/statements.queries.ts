import { inLagos, startOfDay } from '#db/lagos.ts'
import { first, type Row, sql } from '#db/sql.ts'

/** A month of Lagos, `2026-11`, as moments. */
const monthOf = (month: string) => ({
  from: startOfDay(`${month}-01`),
  to: inLagos(sql`(${`${month}-01`}::timestamp + interval '1 month')`),
})

export interface StatementSums {
  broughtForwardKobo: number
  sharesKobo: number
  refundsKobo: number
  payoutsKobo: number
  balanceKobo: number
  /** How many lines the month has. */
  lines: number
}

export async function sumStatement(accountId: string, month: string): Promise<StatementSums> {
  const { from, to } = monthOf(month)
  const sums = await first(sql<StatementSums[]>`
    select
      coalesce(sum(kobo) filter (where at < ${from}), 0)::bigint as brought_forward_kobo,
      coalesce(sum(kobo) filter (where at >= ${from} and kind = 'sale'), 0)::bigint as shares_kobo,
      coalesce(sum(kobo) filter (where at >= ${from} and kind = 'refund'), 0)::bigint as refunds_kobo,
      coalesce(sum(kobo) filter (where at >= ${from} and kind like 'payout%'), 0)::bigint as payouts_kobo,
      coalesce(sum(kobo), 0)::bigint as balance_kobo,
      count(*) filter (where at >= ${from}) as lines
    from ledger_lines join ledger_entries on ledger_entries.id = entry_id
    where author_account_id = ${accountId} and at < ${to}`)
  return sums as StatementSums
}

export interface StatementLine {
  kind: 'sale' | 'refund' | 'payout' | 'payout_taken_back'
  at: string
  reference: string
  /** It is null for a payout, and so is what follows. */
  book: string | null
  copies: number
  discountKobo: number
  paidKobo: number
  vatKobo: number
  basisPoints: number
  paidOn: string | null
  kobo: number
}

export function listStatementLines(accountId: string, month: string, limit: number) {
  const { from, to } = monthOf(month)
  return sql<StatementLine[]>`
    select e.kind, e.at, coalesce(o.order_number, payouts.reference) as reference,
      case when l.book_id is not null then coalesce(p.title, o.book_title) end as book,
      coalesce(o.quantity, 0) as copies, coalesce(l.discount_kobo, 0) as discount_kobo,
      coalesce(l.paid_kobo, 0) as paid_kobo, coalesce(l.vat_kobo, 0) as vat_kobo,
      coalesce(l.basis_points, 0) as basis_points, payouts.paid_on::text, l.kobo
    from ledger_lines l join ledger_entries e on e.id = l.entry_id
      left join orders o on o.id = e.order_id
      left join order_parts p on p.order_id = o.id and p.book_id = l.book_id
      left join payouts on payouts.id = e.payout_id
    where l.author_account_id = ${accountId} and e.at >= ${from} and e.at < ${to}
    order by e.at, e.id, l.position limit ${limit}`
}

/** An account whose statement of the month nobody has mailed; from now on it counts as mailed. Call it in a transaction. */
export function takeUnmailed(month: string) {
  return first(sql<Row<'author_accounts', 'id' | 'email'>[]>`
    with next as (
      select id, email from author_accounts
      where created_at < ${monthOf(month).to} and not exists (
        select from statement_mails where account_id = author_accounts.id and month = ${`${month}-01`})
      order by id limit 1 for no key update skip locked
    ), taken as (
      insert into statement_mails (account_id, month) select id, ${`${month}-01`} from next
      on conflict do nothing returning account_id
    )
    select id, email from next where id in (select account_id from taken)`)
}
