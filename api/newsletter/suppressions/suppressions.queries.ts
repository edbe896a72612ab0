import { keptDays } from '#contract/retention.ts'
import type { SuppressionReason } from '#contract/states.ts'
import { countRows, hasRows, type Row, type Slice, sql } from '#db/sql.ts'

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
