import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { dayOf } from '#contract/dates.ts'
import { sql } from '#db/sql.ts'
import { theStaff } from '../people.ts'

/** An author account as a shop keeper opens it, with these percentages of these books. */
export async function anAccount(shares: Record<string, number> = {}, name = 'Simi Odu-Bello') {
  const keeper = await theStaff('shopkeeper')
  const email = `simi-${randomUUID()}@authors.example`
  const { id } = await keeper.call('POST /admin/author-accounts', { name, email })
  for (const [bookId, percent] of Object.entries(shares))
    await keeper.call('PUT /admin/author-accounts/:id/shares/:bookId', { id, bookId, percent })
  return { id, name, email, keeper }
}

/** Has all of the account posted so many seconds after the month of Lagos began; below zero: in the month before. */
export async function postedAt(accountId: string, seconds: number) {
  await sql`alter table ledger_entries disable trigger refuse_change`
  await sql`
    update ledger_entries
    set at = (${`${dayOf(new Date()).slice(0, 7)}-01`}::timestamp at time zone 'Africa/Lagos') + make_interval(secs => ${seconds})
    where id in (select entry_id from ledger_lines where author_account_id = ${accountId})`
  await sql`alter table ledger_entries enable trigger refuse_change`
}

/** What each of these orders came to in the ledger, by account; a refund takes all of it back. */
export async function sumsOf(orderIds: readonly string[]): Promise<Record<string, number>> {
  const rows = await sql<{ account: string; kobo: number }[]>`
    select account, sum(kobo)::bigint as kobo
    from ledger_lines join ledger_entries on ledger_entries.id = entry_id
    where order_id in ${sql(orderIds)} group by account`
  return Object.fromEntries(rows.map(({ account, kobo }) => [account, kobo]))
}

/** Every entry adds up to zero, and publisher, authors and VAT have what was paid and not given back. */
export async function expectBalancedLedger() {
  const [odd] = await sql`
    select e.id, sum(kobo) from ledger_entries e left join ledger_lines on entry_id = e.id
    group by e.id having sum(kobo) is distinct from 0 limit 1`
  expect(odd).toBeUndefined()
  const [sums] = await sql`
    select
      (select coalesce(sum(kobo), 0)::bigint from ledger_lines join ledger_entries e on e.id = entry_id
        where order_id is not null and account <> 'received') as shared,
      (select coalesce(sum(amount_kobo), 0)::bigint from orders
        where state = 'paid' and not is_test) as paid,
      (select coalesce(sum(kobo), 0)::bigint from ledger_lines where account = 'author')
        + (select coalesce(sum(kobo), 0)::bigint from ledger_lines where account = 'paid_out')
        - (select coalesce(sum(kobo), 0)::bigint from ledger_lines join ledger_entries e on e.id = entry_id
            where account = 'author' and order_id is not null) as astray`
  expect(sums).toMatchObject({ shared: sums?.['paid'], astray: 0 })
}
