import type { FieldsOf } from '#api/magazine/documents/documents.queries.ts'
import { keptDays } from '#contract/retention.ts'
import { first, type Row, sql, values } from '#db/sql.ts'

type Fields = FieldsOf['issue']

/** The row of an issue, with the fields of its newest revision. */
export interface IssueDraft extends Fields {
  id: string
  kind: 'letter' | 'digest'
  state: string
  revision: number
  savedAt: string | null
  savedByName: string | null
}

const columns = () => sql`
  id, kind, state, subject, preheader, content, categories, revision, saved_at, saved_by_name`

export function findIssueDraft(id: string) {
  return first(
    sql<IssueDraft[]>`select ${columns()} from letters where id = ${id} and deleted_at is null`,
  )
}

export function lockIssueDraft(id: string) {
  return first(sql<IssueDraft[]>`
    select ${columns()} from letters
    where id = ${id} and deleted_at is null for update`)
}

/** Resolves to nothing if the id exists. */
export function insertIssueDraft(id: string, createdBy: string) {
  return first(sql<IssueDraft[]>`
    insert into letters (id, created_by) values (${id}, ${createdBy})
    on conflict do nothing returning ${columns()}`)
}

export async function setIssueDraft(
  id: string,
  saved: Fields & {
    revision: number
    saveId: string
    savedAt: string
    savedBy: string
    savedByName: string
  },
) {
  await sql`update letters set ${values('letters', saved)} where id = ${id}`
}

/** Resolves to nothing if it is not a draft. */
export function markIssueDeleted(id: string, by: string) {
  return first(sql<Row<'letters', 'subject'>[]>`
    update letters set deleted_at = now(), deleted_by = ${by}
    where id = ${id} and state = 'draft' and deleted_at is null returning subject`)
}

/** Brings back a deleted issue. Resolves to nothing if there is none. */
export function bringBackIssue(id: string) {
  return first(sql<Row<'letters', 'subject'>[]>`
    update letters set deleted_at = null, deleted_by = null
    where id = ${id} and deleted_at is not null returning subject`)
}

export async function eraseIssue(id: string) {
  await sql`delete from letters where id = ${id} and deleted_at is not null`
}

/** Issues whose time is over. */
export async function eraseDeletedIssues() {
  await sql`
    delete from letters where deleted_at < now() - make_interval(days => ${keptDays.deleted})`
}
