import type { FieldsOf } from '#api/magazine/documents/documents.queries.ts'
import { listPossibleParts, setParts } from '#api/shop/books/book-parts.queries.ts'
import { setPublished } from '#api/shop/books/books.admin.queries.ts'
import { columns, hasRows, type Nullable, type Row, sql, transaction, values } from '#db/sql.ts'
import {
  authorColumns,
  bookColumns,
  type ExportedPicture,
  type FileRow,
  publicationColumns,
} from './own-export.ts'

export interface SeriesPlace {
  title: string
  part: number
}

/** The story is null where it was deleted here. */
export type Imported = Row<'imported_stories', 'storyId' | 'digest' | 'revision'> & {
  /** The revision of the story as it is now. */
  currentRevision: number | null
  /** The place in a series that the import left. */
  series: SeriesPlace | null
  currentSeries: SeriesPlace | null
  /** Somebody of the staff has opened it in the editor and saved. */
  isInEditor: boolean
}

export async function findImported(key: string): Promise<Imported | undefined> {
  const [found] = await sql<Imported[]>`
    select stories.id as story_id, digest, imported_stories.revision,
      stories.revision as current_revision, story_drafts.story_id is not null as is_in_editor,
      case when series_title is not null
        then jsonb_build_object('title', series_title, 'part', series_part) end as series,
      case when series.title is not null
        then jsonb_build_object('title', series.title, 'part', series_parts.part) end as current_series
    from imported_stories left join stories on stories.id = story_id and stories.deleted_at is null
      left join story_drafts on story_drafts.story_id = stories.id
      left join series_parts on series_parts.story_id = stories.id
      left join series on series.id = series_parts.series_id
    where imported_from = ${key}`
  return found
}

export async function isStoryThere(id: string): Promise<boolean> {
  const [story] = await sql`select from stories where id = ${id}`
  return story !== undefined
}

export async function noteImported(
  imported: Row<'imported_stories', 'importedFrom' | 'storyId' | 'digest' | 'revision'> &
    Partial<Row<'imported_stories', 'seriesTitle' | 'seriesPart'>>,
) {
  await sql`
    insert into imported_stories ${values('imported_stories', imported)}
    on conflict (imported_from) do update set digest = excluded.digest, revision = excluded.revision,
      series_title = excluded.series_title, series_part = excluded.series_part`
}

/**
 * Takes another imported story out of a place that the source gives to this one, unless somebody chose it here. The digest
 * goes, so that the story finds its own new place when its turn comes.
 */
export async function freeSeriesPart({ title, part }: SeriesPlace, storyId: string) {
  await sql`
    with taken as (
      delete from series_parts using series, imported_stories i
      where series.id = series_parts.series_id and lower(series.title) = lower(${title})
        and series_parts.part = ${part} and series_parts.story_id <> ${storyId}
        and i.story_id = series_parts.story_id and lower(i.series_title) = lower(series.title) and i.series_part = part
      returning series_parts.story_id
    )
    update imported_stories set digest = '', series_title = null, series_part = null
    where story_id in (select story_id from taken)`
}

/** Resolves to those that lead to another story already. */
export async function insertAddresses(paths: string[], storyId: string): Promise<string[]> {
  if (paths.length === 0) return []
  await sql`
    insert into moved_addresses ${values(
      'moved_addresses',
      paths.map((path) => ({ path, storyId })),
    )}
    on conflict do nothing`
  const taken = await sql<Row<'moved_addresses', 'path'>[]>`
    select path from moved_addresses where path in ${sql(paths)} and story_id <> ${storyId}`
  return taken.map(({ path }) => path)
}

export async function findImportedPicture(sha256: string): Promise<string | undefined> {
  const [picture] = await sql<Row<'imported_pictures', 'uploadId'>[]>`
    select upload_id from imported_pictures where sha256 = ${sha256}`
  return picture?.uploadId
}

export async function insertImportedPicture(sha256: string, uploadId: string) {
  await sql`insert into imported_pictures ${values('imported_pictures', { sha256, uploadId })} on conflict do nothing`
}

export type ExportedStory = Row<'stories'> & {
  oldAddresses: string[]
  series: string | null
  part: number | null
  /** What readers were told of its changes, the oldest first. */
  changes: object[] | null
}

const toldColumns = columns('story_changes', [
  ...(['kind', 'reason', 'said', 'says', 'description', 'isSerious', 'changedAt'] as const),
])

/** Where the story has none: an import again changes nothing. */
export async function insertChanges(storyId: string, changes: readonly Record<string, unknown>[]) {
  if (
    changes.length === 0 ||
    (await hasRows(sql`select from story_changes where story_id = ${storyId}`))
  )
    return
  const rows = changes.map((change) => ({
    storyId,
    ...Object.fromEntries(toldColumns.map((name) => [name, change[name] ?? null])),
  }))
  await sql`insert into story_changes ${sql(rows)}`
}

export function listStoriesAfter(id: string, limit: number) {
  return sql<ExportedStory[]>`
    select stories.*, series.title as series, part,
      array(
        select path from moved_addresses where moved_addresses.story_id = stories.id order by path
      ) as old_addresses,
      (
        select json_agg(to_jsonb(c) - '{number,story_id}'::text[] order by number)
        from story_changes c where story_id = stories.id
      ) as changes
    from stories left join series_parts on story_id = stories.id
      left join series on series.id = series_id
    where stories.deleted_at is null and stories.id > ${id || '00000000-0000-0000-0000-000000000000'} order by stories.id limit ${limit}`
}

export type ExportedDraft = Row<'story_drafts', 'ownerId'> &
  Row<'document_revisions', 'savedAt' | 'savedByName'> & { id: string; fields: FieldsOf['story'] }

/** What readers and the stories' rows do not have yet; by id, from the first that is greater. */
export function listDraftsAfter(id: string, limit: number) {
  return sql<ExportedDraft[]>`
    select d.story_id as id, owner_id, saved_at, saved_by_name, fields
    from story_drafts d join document_revisions r on r.document_id = d.story_id and r.number = d.head
    where d.deleted_at is null and d.story_id > ${id || '00000000-0000-0000-0000-000000000000'}
      and d.stored is distinct from d.head
    order by d.story_id limit ${limit}`
}

/** `revision` is the one that the import left, `head` that of the draft now: null where there is none. */
type ImportedDraft = Nullable<
  Row<'imported_stories', 'digest' | 'revision'> & Row<'story_drafts', 'head'>
>

export async function findImportedDraft(key: string, id: string) {
  const [found] = await sql<ImportedDraft[]>`
    select digest, revision, case when digest is null or deleted_at is null then head end as head from (select) as one
      left join imported_stories on imported_from = ${key}
      left join story_drafts on story_drafts.story_id = ${id}`
  return found as ImportedDraft
}

export async function isStaff(id: string): Promise<boolean> {
  const [member] = await sql`select from staff where id = ${id}`
  return member !== undefined
}

export async function listBooks(): Promise<Record<string, unknown>[]> {
  const books = await sql<(Row<'books'> & { parts: string[] })[]>`
    select *, array(
        select part_id::text from book_parts where bundle_id = books.id order by position
      ) as parts
    from books where deleted_at is null order by created_at, id`
  return books.map(({ parts, ...book }) => ({
    ...Object.fromEntries(bookColumns.map((name) => [name, book[name]])),
    ...(parts.length > 0 && { parts }),
  }))
}

export async function listAuthorPages(): Promise<Record<string, unknown>[]> {
  const authors = await sql<Row<'authors'>[]>`select * from authors order by slug`
  return authors.map((author) =>
    Object.fromEntries(authorColumns.map((name) => [name, author[name]])),
  )
}

/** Hidden where a guardian of its author has to agree first; one that is there stays as it is. */
export async function insertAuthor(row: FileRow<'authors'>) {
  const [added] = await sql<Row<'authors', 'authorId'>[]>`
    insert into authors ${values('authors', { ...(row as Partial<Row<'authors'>>), isPublic: false })}
    on conflict do nothing returning author_id`
  if (!added || !row.isPublic) return
  await sql`
    update authors set is_public = true
    where author_id = ${added.authorId} and showing_awaits(author_id) is null`
}

/** Resolves to whether it was not there yet. */
export async function insertBook(row: FileRow<'books'>): Promise<boolean> {
  const { count } =
    await sql`insert into books ${values('books', row as Partial<Row<'books'>>)} on conflict do nothing`
  return count > 0
}

/** Inserts the parts of a bundle that was just imported. One whose parts are not all there becomes a draft. */
export async function insertParts(bundleId: string, partIds: string[]) {
  const possible = await listPossibleParts(partIds, bundleId)
  await transaction(async () => {
    const parts = partIds.filter((id) => possible.includes(id))
    await setParts(bundleId, parts)
    if (parts.length < partIds.length) await setPublished(bundleId, false)
  })
}

export async function listUploads(ids: string[]): Promise<ExportedPicture[]> {
  if (ids.length === 0) return []
  const uploads = await sql<ExportedPicture[]>`
    select id, width, height from uploads where id in ${sql(ids)} order by id`
  return [...uploads]
}

/** What staff have added, and changed of the files, as it is now. */
export function listUploadedPublications() {
  return sql<(Row<'publications', 'slug' | 'pdfId'> & FileRow<'publications'>)[]>`
    select ${sql(publicationColumns)}, pdf_id from publications where deleted_at is null
    order by position, slug`
}

export async function isPublicationThere(slug: string): Promise<boolean> {
  const [row] = await sql`select from publications where slug = ${slug}`
  return row !== undefined
}

/** Whatever was made here of this address stays. */
export async function insertExportedPublication(
  row: FileRow<'publications'>,
  pdf: { id: string; bytes: number; pages: number } | undefined,
) {
  const file = {
    pdfId: pdf?.id ?? null,
    pdfBytes: pdf?.bytes ?? null,
    pdfPages: pdf?.pages ?? null,
  }
  await sql`
    insert into publications ${values('publications', { ...row, ...file } as Row<'publications'>)}
    on conflict do nothing`
}
