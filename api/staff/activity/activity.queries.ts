import type { ActivityAction } from '#contract/activity.ts'
import { keptDays } from '#contract/retention.ts'
import { type Row, sql } from '#db/sql.ts'

/** Call it in the transaction that it records. `who` is the name of one of the staff. */
export async function recordActivity(
  who: string,
  action: ActivityAction,
  about: { id?: string; title?: string; note?: string | null } = {},
) {
  await sql`
    insert into activity (who, action, subject_id, subject, note)
    values (${who}, ${action}, ${about.id ?? null}, ${about.title ?? null}, ${about.note ?? null})`
}

/** One line a day of Lagos, which says how often and when last: guesses must not fill the log for two years. */
export async function countFailedSignIn() {
  await sql`
    insert into activity as a (action, day)
    values ('signInFailed', (now() at time zone 'Africa/Lagos')::date)
    on conflict (action, day) where day is not null do update set count = a.count + 1, at = now()`
}

/** A release before this one, beside it or come back for a while, writes a line each. */
export async function foldFailedSignIns() {
  await sql`
    with gone as (
      delete from activity where action = 'signInFailed' and day is null returning at
    )
    insert into activity as a (action, day, count, at)
    select 'signInFailed', (at at time zone 'Africa/Lagos')::date, count(*), max(at) from gone group by 2
    on conflict (action, day) where day is not null do update
      set count = a.count + excluded.count, at = greatest(a.at, excluded.at)`
}

export function listActivity({ limit, offset }: { limit: number; offset: number }) {
  return sql<
    (Row<
      'activity',
      'id' | 'at' | 'who' | 'action' | 'subjectId' | 'subject' | 'note' | 'count'
    > & { action: ActivityAction })[]
  >`
    select id, at, who, action, subject_id, subject, note, count from activity
    order by at desc, id desc limit ${limit} offset ${offset}`
}

export async function countActivity(): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*) from activity`
  return row?.count ?? 0
}

export async function deleteOldActivity() {
  await sql`delete from activity where at < now() - make_interval(days => ${keptDays.activity})`
}
