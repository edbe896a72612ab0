import { isDeepStrictEqual } from 'node:util'
import type { Fragment } from 'postgres'
import { offerUndo } from '#api/http/answers/offered-undo.ts'
import { required } from '#contract/errors.ts'
import type { UndoKind } from '#contract/kinds/kinds.ts'
import { undoSeconds } from '#contract/undo.ts'
import type { Tables } from '#db/schema.ts'
import { first, type Row, sql, transaction } from '#db/sql.ts'

/** The JSON that `snapshot` functions build, read with the columns' own names. */
export async function readSnapshot(rows: Record<string, Fragment>): Promise<Snapshot> {
  const parts = Object.entries(rows).map(
    ([name, query]) => sql`${name}::text, (select to_jsonb(found) from (${query}) as found)`,
  )
  const [first, ...others] = parts as [Fragment, ...Fragment[]]
  const list = others.reduce<Fragment>((all, part) => sql`${all}, ${part}`, first)
  const [row] = await sql<{ snapshot: string }[]>`
    select jsonb_build_object(${list})::text as snapshot`
  return JSON.parse(row?.snapshot ?? '{}')
}

export interface WayBack {
  /** Locks the subject until the transaction ends, and reads what its actions may change. */
  snapshot(id: string): Promise<Snapshot>
  /** Whether nobody has changed it since; by default nothing of a snapshot may differ. */
  isUnchanged?(now: Snapshot, rows: Snapshots): boolean
  /** Resolves to the title of what it was. */
  undo(id: string, rows: Snapshots & { now: Snapshot }): Promise<string>
}

interface Snapshots {
  before: Snapshot
  after: Snapshot
}

interface RowWayBack {
  table: keyof Tables
  name: string
  /** The column, or name among `shows`, that holds its title. */
  title: string
  /** Columns that its actions change. */
  undone: readonly string[]
  /** Columns by which a change since shows, and the title. */
  shows: () => Fragment
  /** Other rows that its actions change. */
  beside?: (id: string) => Record<string, Fragment>
}

/** The way back of actions that change columns of one row. */
export function undoOfRow({ table, name, title, undone, shows, beside }: RowWayBack): WayBack {
  return {
    async snapshot(id) {
      await sql`select 1 from ${sql(table)} where id = ${id} for update`
      return readSnapshot({
        [name]: sql`select ${shows()}, ${sql(undone)} from ${sql(table)} where id = ${id}`,
        ...beside?.(id),
      })
    },
    async undo(id, { before }) {
      const row = required(before[name], 'undoChanged')
      await sql`update ${sql(table)} set ${asBefore(table, undone, row)} where id = ${id}`
      return String(row[title])
    },
  }
}

/** Sets columns of a table to what a snapshot has of them: what follows `update table set`. */
export const asBefore = (
  table: keyof Tables,
  columns: readonly string[],
  row: Record<string, unknown>,
) => sql`
  (${sql(columns)}) = (
    select ${sql(columns)}
    from jsonb_populate_record(null::${sql(table)}, ${JSON.stringify(row)}::text::jsonb))`

/** Rows by name, with the columns as the database names them; null for a row that is not there. */
export type Snapshot = Record<string, Record<string, unknown> | null>

interface Undoable extends Pick<WayBack, 'snapshot'> {
  kind: UndoKind
  id: string
  staffId: string
  /** By default there are ten. */
  seconds?: number
}

/**
 * Runs an action that its author, or the owner, can undo for some seconds. `work` gets the id for the lines of the log and for
 * the mails that wait. An action that changes nothing cannot be undone.
 */
export function undoable<T>(
  { kind, id, staffId, seconds = undoSeconds, snapshot }: Undoable,
  work: (undoId: string) => Promise<T>,
): Promise<T> {
  return transaction(async () => {
    const before = await snapshot(id)
    const [undo] = await sql<Row<'undos', 'id'>[]>`
      insert into undos (kind, subject_id, staff_id, until)
      values (${kind}, ${id}, ${staffId}, now() + make_interval(secs => ${seconds}))
      returning id`
    if (!undo) throw new Error('the Undo was not stored')
    const result = await work(undo.id)
    const after = await snapshot(id)
    if (isDeepStrictEqual(before, after)) {
      await sql`delete from undos where id = ${undo.id}`
      return result
    }
    await sql`
      update undos set before = ${JSON.stringify(before)}::text::jsonb, after = ${JSON.stringify(after)}::text::jsonb,
        mails = (select count(*) from mails where undo_id = ${undo.id} and next_try_at is not null)
      where id = ${undo.id}`
    offerUndo({ id: undo.id, seconds })
    return result
  })
}

export type UndoRow = Row<'undos', 'id' | 'subjectId' | 'staffId' | 'undoneAt' | 'mails'> & {
  kind: UndoKind
}

export function findUndo(id: string) {
  return first(sql<UndoRow[]>`
    select id, kind, subject_id, staff_id, undone_at, mails from undos where id = ${id}`)
}

/** Nothing once it is over. Lock the subject first. */
export async function openUndo(id: string): Promise<Snapshots | undefined> {
  const [undo] = await sql<{ before: string; after: string }[]>`
    select before::text, after::text from undos
    where id = ${id} and undone_at is null and until > clock_timestamp()
      and before is not null and after is not null`
  return undo && { before: JSON.parse(undo.before), after: JSON.parse(undo.after) }
}

/** Deletes the mails that wait. Resolves to false if one has been taken to be sent. */
export async function closeUndo({ id, mails }: UndoRow): Promise<boolean> {
  const { count } = await sql`delete from mails where undo_id = ${id} and next_try_at is not null`
  await sql`update undos set undone_at = now(), before = null, after = null where id = ${id}`
  return count === mails
}

/** The action that the newest line of an Undo names. */
export async function findUndoneAction(id: string): Promise<string | undefined> {
  const [line] = await sql<Row<'activity', 'action'>[]>`
    select action from activity where undo_id = ${id} order by activity.id desc limit 1`
  return line?.action
}

/** What an Undo stored goes with its end; the row stays for a day, so that it can say so. */
export async function deleteOldUndos() {
  await sql`update undos set before = null, after = null where until < now() and before is not null`
  await sql`delete from undos where until < now() - interval '1 day'`
}
