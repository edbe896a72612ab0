import type { MailReport } from '#api/integrations/integrations.ts'
import { keptDays } from '#contract/retention.ts'
import { hasRows, json, type Row, sql } from '#db/sql.ts'

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

/** Deletes events after a period in which providers repeat them. */
export async function deleteOldEvents() {
  await sql`
    delete from mail_events
    where settled_at is not null and received_at < now() - make_interval(days => ${keptDays.mailEvent})`
}
