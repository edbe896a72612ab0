import type { storyCategories } from '#contract/categories.ts'
import { type Row, sql, values } from '#db/sql.ts'

export interface IssueFields {
  subject: string
  preheader: string
  content: string
  categories: (typeof storyCategories)[number][]
}

export interface IssueDraft extends IssueFields {
  id: string
  kind: 'letter' | 'digest'
  state: string
  revision: number
  saveId: string | null
  savedAt: string | null
  savedBy: string | null
  savedByName: string | null
}

const columns = () => sql`
  id, kind, state, subject, preheader, content, categories, revision, save_id, saved_at, saved_by,
  saved_by_name`

export async function findIssueDraft(id: string) {
  const [letter] = await sql<IssueDraft[]>`select ${columns()} from letters where id = ${id}`
  return letter
}

/** Locked until the transaction ends. */
export async function lockIssueDraft(id: string) {
  const [letter] = await sql<IssueDraft[]>`
    select ${columns()} from letters where id = ${id} for update`
  return letter
}

/** Nothing if there is one with this id. */
export async function insertIssueDraft(id: string, createdBy: string) {
  const [letter] = await sql<IssueDraft[]>`
    insert into letters (id, created_by) values (${id}, ${createdBy})
    on conflict do nothing returning ${columns()}`
  return letter
}

/** As the next revision. */
export async function setIssueDraft(
  id: string,
  { fields, saveId, by }: { fields: IssueFields; saveId: string; by: { id: string; name: string } },
) {
  const saved = { ...fields, saveId, savedBy: by.id, savedByName: by.name }
  const [letter] = await sql<{ number: number; savedAt: string }[]>`
    update letters set ${values('letters', saved)}, saved_at = now(), revision = revision + 1
    where id = ${id} returning revision as number, saved_at`
  return letter as { number: number; savedAt: string }
}

/** Resolves to its subject; nothing if it is no draft any more. */
export async function deleteIssueDraft(id: string) {
  const [letter] = await sql<Row<'letters', 'subject'>[]>`
    delete from letters where id = ${id} and state = 'draft' returning subject`
  return letter
}
