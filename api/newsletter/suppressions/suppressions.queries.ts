import { keptDays } from '#contract/retention.ts'
import type { SuppressionReason } from '#contract/states.ts'
import { type Row, sql } from '#db/sql.ts'

/** From now on the address gets no letters. A complaint outweighs what was known before. */
export async function suppress(email: string, reason: SuppressionReason, detail: string | null) {
  await sql`
    insert into suppressions (email, reason, detail) values (${email.toLowerCase()}, ${reason}, ${detail})
    on conflict (email) do update set reason = excluded.reason, detail = excluded.detail, since = now()
    where suppressions.reason <> 'complained' or excluded.reason = 'complained'`
}

/** Resolves to whether there was one. */
export async function deleteSuppression(email: string): Promise<boolean> {
  const { count } = await sql`delete from suppressions where email = ${email}`
  return count > 0
}

/** Newest first. */
export function listSuppressions({ limit, offset }: { limit: number; offset: number }) {
  return sql<Row<'suppressions', 'email' | 'reason' | 'detail' | 'since'>[]>`
    select email, reason, detail, since from suppressions
    order by since desc, email limit ${limit} offset ${offset}`
}

export async function countSuppressions(): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*) from suppressions`
  return row?.count ?? 0
}

/** Of addresses that are on the list they stay. */
export async function deleteOldSuppressions() {
  await sql`
    delete from suppressions
    where since < now() - make_interval(days => ${keptDays.suppression})
      and not exists (select from subscribers where subscribers.email = suppressions.email)`
}
