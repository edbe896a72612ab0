import type { ActivityAction } from '#contract/activity.ts'
import { keptDays } from '#contract/retention.ts'
import { sql } from '#db/sql.ts'

/** Call it in the transaction that it records. `who` is the name of one of the staff, null for a rejected sign-in. */
export async function recordActivity(
  who: string | null,
  action: ActivityAction,
  about: { id?: string; title?: string; note?: string | null } = {},
) {
  await sql`
    insert into activity (who, action, subject_id, subject, note)
    values (${who}, ${action}, ${about.id ?? null}, ${about.title ?? null}, ${about.note ?? null})`
}

export function listActivity({ limit, offset }: { limit: number; offset: number }) {
  return sql<
    {
      id: number
      at: string
      who: string | null
      action: ActivityAction
      subjectId: string | null
      subject: string | null
      note: string | null
    }[]
  >`
    select id, at, who, action, subject_id, subject, note from activity
    order by at desc, id desc limit ${limit} offset ${offset}`
}

export async function countActivity(): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*) from activity`
  return row?.count ?? 0
}

export async function deleteOldActivity() {
  await sql`delete from activity where at < now() - make_interval(days => ${keptDays.activity})`
}
