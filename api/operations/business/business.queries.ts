import type { BusinessPart } from '#contract/settings/business.ts'
import type { Database } from '#db/driver/open-database.ts'
import { hasRows, type Row, sql } from '#db/sql.ts'

export type BusinessRow = Row<'business_settings'> & { part: BusinessPart }

export function listBusiness(db: Database = sql) {
  return db<BusinessRow[]>`select * from business_settings`
}

/** `server`: the hash of the token of its test mails. */
export async function setArrived(server: string) {
  await sql`
    insert into test_mails (server) values (${server})
    on conflict (server) do update set arrived_at = now()`
}

export async function findArrived(server: string): Promise<string | null> {
  const [row] = await sql<Row<'test_mails', 'arrivedAt'>[]>`
    select arrived_at from test_mails where server = ${server}`
  return row?.arrivedAt ?? null
}

interface Change extends Pick<BusinessRow, 'version'> {
  sealed: Buffer | null
  by: string
  /** The change holds after so many hours; the first value of a part at once. */
  hours: number
}

/** Resolves to false when it was changed since `version`. Null takes it away. */
export function setBusiness(
  part: BusinessPart,
  { sealed, version, by, hours }: Change,
): Promise<boolean> {
  if (version === 0) {
    return hasRows(sql`
      insert into business_settings (part, sealed, changed_by) values (${part}, ${sealed}, ${by})
      on conflict do nothing`)
  }
  // A change of a change that waits leaves in force what is.
  return hasRows(sql`
    update business_settings
    set before = case when holds_from > now() then before else sealed end,
      before_version = case when holds_from > now() then before_version else version end,
      holds_from = now() + make_interval(hours => ${hours}),
      sealed = ${sealed}, version = version + 1, changed_at = now(), changed_by = ${by}
    where part = ${part} and version = ${version}`)
}
