import type { ActivityAction } from '#contract/kinds/kinds.ts'
import { keptDays } from '#contract/retention.ts'
import { lagosDay } from '#db/lagos.ts'
import { countRows, type Row, type Slice, sql } from '#db/sql.ts'

/** Call it in the transaction that it records. `who` is the name of one of the staff. */
export async function recordActivity(
  who: string,
  action: ActivityAction,
  about: { id?: string; title?: string; note?: string | null; undo?: string | undefined } = {},
) {
  await sql`
    insert into activity (who, action, subject_id, subject, note, undo_id)
    values (${who}, ${action}, ${about.id ?? null}, ${about.title ?? null}, ${about.note ?? null},
      ${about.undo ?? null})`
}

/** One entry a day in Lagos, with count and last time, so that guesses do not fill the log. */
export async function countFailedSignIn() {
  await sql`
    insert into activity as a (action, day)
    values ('signInFailed', ${lagosDay()})
    on conflict (action, day) where day is not null do update set count = a.count + 1, at = now()`
}

/** One of the staff sees only what they could undo. */
const isSeenBy = (staffId: string | undefined) =>
  staffId ? sql`undos.staff_id = ${staffId}` : sql`true`

export async function listActivity({
  staffId,
  limit,
  offset,
}: Slice & { staffId: string | undefined }) {
  const rows = await sql<
    (Row<
      'activity',
      'id' | 'at' | 'who' | 'action' | 'subjectId' | 'subject' | 'note' | 'count' | 'undoId'
    > & { action: ActivityAction; seconds: number | null })[]
  >`
    select activity.id, at, who, action, activity.subject_id, subject, note, count, undo_id,
      case when until > now() and undone_at is null and before is not null
        then ceil(extract(epoch from until - now()))::integer end as seconds
    from activity left join undos on undos.id = undo_id
    where ${isSeenBy(staffId)}
    order by at desc, activity.id desc limit ${limit} offset ${offset}`
  return rows.map(({ undoId, seconds, ...line }) => ({
    ...line,
    undo: undoId && seconds ? { id: undoId, seconds } : null,
  }))
}

export function countActivity(staffId: string | undefined): Promise<number> {
  return countRows(
    staffId
      ? sql`activity join undos on undos.id = undo_id where ${isSeenBy(staffId)}`
      : sql`activity`,
  )
}

export async function deleteOldActivity() {
  await sql`delete from activity where at < now() - make_interval(days => ${keptDays.activity})`
}
