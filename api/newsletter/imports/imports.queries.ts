import { randomUUID } from 'node:crypto'
import { startOf } from '#contract/days.ts'
import { keptDays } from '#contract/retention.ts'
import { hasRows, sql } from '#db/sql.ts'
import { type ListRow, type SkipReason, skipReasons } from './read-list.ts'

/** Why the service itself leaves addresses out, by address. `hashOf`: finds who left, stored without the address. */
export async function findSkipped(rows: ListRow[], hashOf: (email: string) => string) {
  const addresses = rows.map(({ address }) => address)
  const found = await sql<{ email: string; reason: SkipReason }[]>`
    select email, reason from (
      select email, case
        when exists (select from suppressions s where s.email = list.email) then 'suppressed'
        when exists (select from subscribers s where s.email = list.email) then 'listed'
        when exists (select from newsletter_leavers l where l.address_hash = list.hash) then 'unsubscribed'
        when email in (select recipient from mails where kind = 'imported') then 'asked'
      end as reason
      from unnest(${addresses}::text[], ${addresses.map(hashOf)}::text[]) as list (email, hash)
    ) as judged where reason is not null`
  return new Map(found.map(({ email, reason }) => [email, skipReasons[reason]]))
}

/** Call it in a transaction. Resolves to how many were added. Without `stated` each is asked to confirm. */
export async function insertImported(
  rows: ListRow[],
  stated: { day: string; source: string } | null,
  perMinute: number,
): Promise<number> {
  const id = randomUUID()
  const askedAt = rows.map(({ agreedOn }) =>
    (stated ? startOf(agreedOn ?? stated.day) : new Date()).toISOString(),
  )
  const kept = sql`make_interval(days => ${keptDays.import})`
  // Asked one after the other at the rate of newsletters, after those of an earlier import.
  const { count } = await sql`
    insert into subscribers (email, created_at, confirmed_at, confirm_until, source, import_id, imported_at)
    select email, asked_at::timestamptz, case when ${stated !== null} then now() end,
      n * make_interval(secs => ${60 / perMinute}) + ${kept} + greatest(now(), (
        select max(next_try_at) from mails where kind = 'imported')),
      ${stated?.source ?? 'import'}, ${id}::uuid, now()
    from unnest(${rows.map(({ address }) => address)}::text[], ${askedAt}::text[])
      with ordinality as list (email, asked_at, n)
    on conflict do nothing`
  // They are as old as their turn, since the queue gives up what is days old.
  await sql`
    insert into mails (kind, recipient, data, created_at, next_try_at)
    select 'imported', email, '{}', confirm_until - ${kept}, confirm_until - ${kept}
    from subscribers where import_id = ${id}::uuid and confirmed_at is null`
  return count
}

const canBeUndone = () => sql`imported_at > now() - make_interval(days => ${keptDays.import})`

/** Newest first: when it was, and how many of it have neither confirmed nor chosen anything by themselves. */
export function listImports() {
  return sql<{ id: string; at: string; untouched: number }[]>`
    select import_id as id, min(imported_at) as at, count(*) as untouched from subscribers
    where import_id is not null and ${canBeUndone()} group by import_id order by at desc`
}

/** Call it in a transaction. Resolves to whether it could be undone; mails of it that wait are not sent. */
export async function undoImport(id: string): Promise<boolean> {
  await sql`
    delete from mails where kind = 'imported' and next_try_at is not null
      and recipient in (select email from subscribers where import_id = ${id}::uuid and ${canBeUndone()})`
  return hasRows(sql`delete from subscribers where import_id = ${id}::uuid and ${canBeUndone()}`)
}
