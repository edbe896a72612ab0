import { undoOfRow } from '#api/staff/activity/undo.queries.ts'
import { keptDays } from '#contract/retention.ts'
import { columns, first, hasRows, type Row, sql, values } from '#db/sql.ts'
import type { FoundPublication } from './publications.queries.ts'

type Words = { title: string; description: string; author: string; category: string }

const wordsOf = ({ title, description, author, category }: Words) => ({
  title,
  description,
  authorName: author,
  category,
})

/** Behind all others, in an address of its own: one that was public, or is deleted, is not given twice. */
export async function insertPublication(words: Words, folders: { id: string; order: number }[]) {
  const ids = folders.map(({ id }) => id)
  const last = Math.max(0, ...folders.map(({ order }) => order))
  const [row] = await sql<Row<'publications', 'id' | 'slug'>[]>`
    with wanted as (select coalesce(nullif(left(slug_of(${words.title}), 90), ''), 'publication') as slug)
    insert into publications (slug, position, title, description, author_name, category)
    select free, greatest((select max(position) from publications), ${last}::numeric) + 1,
      ${words.title}, ${words.description}, ${words.author}, ${words.category}
    from (
      select case n when 1 then slug else slug || '-' || n end as free
      from wanted, generate_series(1, 999) as n order by n
    ) as names
    where free <> all (${ids}::text[])
      and not exists (select from publications where slug = free)
    limit 1
    returning id, slug`
  return row as Row<'publications', 'id' | 'slug'>
}

/** The row of an upload, or of a folder, which gets its one now. */
export async function rowOf({ row, id: slug }: FoundPublication): Promise<string> {
  if (row) return row
  await sql`
    insert into publications (slug, published_at) values (${slug}, now()) on conflict do nothing`
  const [found] = await sql<Row<'publications', 'id'>[]>`
    select id from publications where slug = ${slug}`
  return (found as Row<'publications', 'id'>).id
}

interface Changed {
  words: Words
  content?: string | undefined
  revision: number | undefined
}

/** Resolves to false when it has another revision. */
export function setWords(id: string, { words, content, revision }: Changed): Promise<boolean> {
  return hasRows(sql`
    update publications set ${values('publications', wordsOf(words))},
      content = coalesce(${content ?? null}, content),
      read_content = case when ${content ?? null}::text <> content then coalesce(read_content, content) else read_content end,
      revision = revision + 1
    where id = ${id} ${revision === undefined ? sql`` : sql`and revision = ${revision}`}`)
}

interface StoredFile {
  id: string
  pages: number
  bytes: number
  /** Its text as Markdown. */
  content: string
}

/** A text that somebody has corrected stays. */
export async function setFile(id: string, file: StoredFile) {
  await sql`
    update publications set pdf_id = ${file.id}, pdf_bytes = ${file.bytes}, pdf_pages = ${file.pages},
      content = case when read_content is null then ${file.content} else content end,
      read_content = case when read_content is not null then ${file.content} end,
      revision = revision + 1
    where id = ${id}`
}

/** The text is the PDF's again. */
export async function dropCorrections(id: string) {
  await sql`
    update publications set content = read_content, read_content = null, revision = revision + 1
    where id = ${id} and read_content is not null`
}

export async function setCover(id: string, url: string | null) {
  await sql`update publications set cover_image_url = ${url} where id = ${id}`
}

export async function setState(id: string, state: 'published' | 'retired') {
  await sql`
    update publications set published_at = coalesce(published_at, now()),
      retired_at = case when ${state === 'retired'} then coalesce(retired_at, now()) end
    where id = ${id}`
}

/** Half-way between two others, or beyond the last. Places are exact, so that there is always one between. */
export async function setPlace(id: string, near: string, far: string | undefined, by: number) {
  await sql`
    update publications
    set position = ${far === undefined ? sql`${near}::numeric + ${by}::integer` : sql`(${near}::numeric + ${far}::numeric) * 0.5`}
    where id = ${id}`
}

export async function deletePublication(id: string, by: string) {
  await sql`
    update publications set deleted_at = now(), deleted_by = ${by},
      retired_at = coalesce(retired_at, now())
    where id = ${id} and deleted_at is null`
}

/** It comes back retired, or as the draft that it was. */
export function bringBackPublication(id: string) {
  return first(sql<{ title: string }[]>`
    update publications set deleted_at = null, deleted_by = null,
      retired_at = case when published_at is not null then retired_at end
    where id = ${id} and deleted_at is not null returning coalesce(title, slug) as title`)
}

/** Nobody can bring it back. Its file goes with the next cleanup. */
export async function erasePublication(id: string) {
  await sql`delete from publications where id = ${id} and deleted_at is not null`
}

export async function eraseDeletedPublications() {
  await sql`
    delete from publications where deleted_at < now() - make_interval(days => ${keptDays.deleted})`
}

export const publicationUndo = undoOfRow({
  table: 'publications',
  name: 'publication',
  title: 'name',
  undone: columns('publications', [
    'position',
    'publishedAt',
    'retiredAt',
    'deletedAt',
    'deletedBy',
    'coverImageUrl',
    'content',
    'readContent',
  ]),
  shows: () => sql`coalesce(title, slug) as name, revision`,
})

export async function insertPublicationFile(id: string) {
  await sql`insert into publication_files (id) values (${id})`
}

/** Deletes rows of files without a publication for an hour. */
export async function deleteUnusedFiles(): Promise<string[]> {
  const deleted = await sql<Row<'publication_files', 'id'>[]>`
    delete from publication_files f
    where f.kept_at < now() - interval '1 hour'
      and not exists (select from publications where pdf_id = f.id)
    returning id`
  return deleted.map(({ id }) => id)
}
