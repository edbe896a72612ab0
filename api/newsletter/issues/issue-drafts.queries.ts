import type { FieldsOf } from '#api/magazine/documents/documents.queries.ts'
import { type Row, sql, values } from '#db/sql.ts'

type Fields = FieldsOf['issue']

/** What its newest revision holds stands in its row. */
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

export async function findIssueDraft(id: string) {
  const [issue] = await sql<IssueDraft[]>`select ${columns()} from letters where id = ${id}`
  return issue
}

/** Locked until the transaction ends. */
export async function lockIssueDraft(id: string) {
  const [issue] = await sql<IssueDraft[]>`
    select ${columns()} from letters where id = ${id} for update`
  return issue
}

/** Nothing if there is one with this id. */
export async function insertIssueDraft(id: string, createdBy: string) {
  const [issue] = await sql<IssueDraft[]>`
    insert into letters (id, created_by) values (${id}, ${createdBy})
    on conflict do nothing returning ${columns()}`
  return issue
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

/** Resolves to its subject; nothing if it is no draft any more. */
export async function deleteIssueDraft(id: string) {
  const [issue] = await sql<Row<'letters', 'subject'>[]>`
    delete from letters where id = ${id} and state = 'draft' returning subject`
  return issue
}
