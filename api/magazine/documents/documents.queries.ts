import type { OutputOf } from '#contract/endpoints/contract.ts'
import { countWords } from '#contract/magazine/read-time.ts'
import { countRows, first, type Slice, sql } from '#db/sql.ts'
import { parseMarkdown } from '#markdown/parse-markdown.ts'
import { textOf } from '#markdown/story-text.ts'

export interface FieldsOf {
  story: OutputOf<'GET /admin/drafts/:id'>['fields']
  issue: OutputOf<'GET /admin/letters/:id/draft'>['fields']
}

export type Document = keyof FieldsOf
export type RevisionKind = 'saved' | 'original' | 'restored' | 'aside'

export interface RevisionRow<Fields> {
  number: number
  kind: RevisionKind
  fields: Fields
  savedAt: string
  savedBy: string | null
  savedByName: string
  words: number
}

/** The words of a revision's text; of one that was saved before they were counted, those of its Markdown. */
export const countedWords = () => sql`coalesce(words, regexp_count(fields ->> 'content', '\\S+'))`

/** Whether a revision `r` was written by the contributor. */
export const isOwnRevision = () =>
  sql`(r.document = 'story' and r.saved_by is null and r.kind in ('original', 'saved'))`

const columns = () => sql`
  number, kind, fields, saved_at, saved_by, saved_by_name, ${countedWords()} as words`

/** The document's row must be locked. */
export async function insertRevision<D extends Document>(
  document: D,
  id: string,
  revision: {
    saveId: string
    fields: FieldsOf[D]
    kind: RevisionKind
    savedBy: string | null
    savedByName: string
  },
) {
  const words = countWords(textOf(parseMarkdown(revision.fields.content)))
  const [added] = await sql<{ number: number; savedAt: string }[]>`
    insert into document_revisions
      (document, document_id, number, save_id, fields, kind, saved_by, saved_by_name, words)
    select ${document}, ${id}, coalesce(max(number), 0) + 1, ${revision.saveId},
      ${sql.json(revision.fields)}, ${revision.kind}, ${revision.savedBy}, ${revision.savedByName}, ${words}
    from document_revisions where document_id = ${id}
    returning number, saved_at`
  return added as { number: number; savedAt: string }
}

export function findRevision<D extends Document>(document: D, id: string, number: number) {
  return first(sql<RevisionRow<FieldsOf[D]>[]>`
    select ${columns()} from document_revisions
    where document = ${document} and document_id = ${id} and number = ${number}`)
}

/** The contributor's last revision before the given one. */
export function findOwnRevision(id: string, before: number) {
  return first(sql<RevisionRow<FieldsOf['story']>[]>`
    select ${columns()} from document_revisions r
    where document_id = ${id} and number < ${before} and ${isOwnRevision()}
    order by number desc limit 1`)
}

export function findSaved(document: Document, id: string, saveId: string) {
  return first(sql<{ number: number; kind: RevisionKind; savedAt: string }[]>`
    select number, kind, saved_at from document_revisions
    where document = ${document} and document_id = ${id} and save_id = ${saveId}`)
}

export function listRevisions(document: Document, id: string, { limit, offset }: Slice) {
  return sql<Omit<RevisionRow<never>, 'fields'>[]>`
    select number, kind, saved_at, saved_by, saved_by_name, ${countedWords()} as words
    from document_revisions where document = ${document} and document_id = ${id}
    order by number desc limit ${limit} offset ${offset}`
}

export function countRevisions(document: Document, id: string): Promise<number> {
  return countRows(sql`document_revisions
    where document = ${document} and document_id = ${id}`)
}

const tables = { story: ['story_drafts', 'story_id'], issue: ['letters', 'id'] } as const

/** Records that somebody has the list of revisions open, which delays pruning for a day. */
export async function touchListedAt(document: Document, id: string) {
  const [table, key] = tables[document]
  await sql`
    update ${sql(table)} set listed_at = now()
    where ${sql(key)} = ${id} and coalesce(listed_at < now() - interval '10 minutes', true)`
}
