import type { MailReport } from '#api/integrations/integrations.ts'
import { keptDays } from '#contract/retention.ts'
import type { SuppressionReason } from '#contract/states.ts'
import { countRows, hasRows, json, type Row, type Slice, sql } from '#db/sql.ts'

/** The address gets no further issues. A complaint replaces any other reason. */
export async function suppress(email: string, reason: SuppressionReason, detail: string | null) {
  await sql`
    insert into suppressions (email, reason, detail) values (${email.toLowerCase()}, ${reason}, ${detail})
    on conflict (email) do update set reason = excluded.reason, detail = excluded.detail, since = now()
    where suppressions.reason <> 'complained' or excluded.reason = 'complained'`
}

/** Resolves to whether there was one. */
export function deleteSuppression(email: string): Promise<boolean> {
  return hasRows(sql`delete from suppressions where email = ${email}`)
}

/** Newest first. */
export function listSuppressions({ limit, offset }: Slice) {
  return sql<Row<'suppressions', 'email' | 'reason' | 'detail' | 'since'>[]>`
    select email, reason, detail, since from suppressions
    order by since desc, email limit ${limit} offset ${offset}`
}

export function countSuppressions(): Promise<number> {
  return countRows(sql`suppressions`)
}

/** Except those of present subscribers. */
export async function deleteOldSuppressions() {
  await sql`
    delete from suppressions
    where since < now() - make_interval(days => ${keptDays.suppression})
      and not exists (select from subscribers where subscribers.email = suppressions.email)`
}

// Webhooks of mail providers.

/** Resolves to whether it is new. */
export function insertEvents(provider: string, id: string, events: MailReport[]) {
  return hasRows(sql`
    insert into mail_events (provider, id, data, settled_at)
    values (${provider}, ${id}, ${events.length > 0 ? json(events) : null},
      ${events.length > 0 ? null : sql`now()`})
    on conflict do nothing`)
}

/** Locks events until the transaction ends, and deletes their data in it. */
export async function takeEvents(most: number): Promise<MailReport[]> {
  const rows = await sql<(Row<'mail_events', 'data'> & { data: MailReport[] })[]>`
    with taken as (
      select provider, id, data from mail_events where settled_at is null
      order by received_at limit ${most} for update skip locked
    ), settled as (
      update mail_events e set data = null, settled_at = now()
      from taken where e.provider = taken.provider and e.id = taken.id
    )
    select data from taken`
  return rows.flatMap(({ data }) => data)
}

/** After a period in which providers repeat events. */
export async function deleteOldEvents() {
  await sql`
    delete from mail_events
    where settled_at is not null and received_at < now() - make_interval(days => ${keptDays.mailEvent})`
}
