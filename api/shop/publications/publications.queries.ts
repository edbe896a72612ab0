import type { readPublications } from '#content/read-content.ts'
import type { publicationStates } from '#contract/endpoints/magazine/publications.ts'
import { type Row, sql } from '#db/sql.ts'

/** The folders of content/publications/. */
export type PublicationFiles = Awaited<ReturnType<typeof readPublications>>

type State = (typeof publicationStates)[number]
type Stored = Row<
  'publications',
  | 'title'
  | 'description'
  | 'authorName'
  | 'category'
  | 'content'
  | 'coverImageUrl'
  | 'pdfId'
  | 'pdfBytes'
  | 'pdfPages'
  | 'revision'
>
/** The columns of a folder that nobody has touched are null. */
type Found = { [Name in keyof Stored]: Stored[Name] | null } & {
  id: string
  /** Null for a folder that nobody has touched. */
  row: string | null
  hasText: boolean | null
  isCorrected: boolean | null
  state: State
  /** Exact, as text. */
  place: string
}

/**
 * Folders and uploads, in the one order that they have. A folder wins in PDF, text and cover; its card's words, its place and
 * whether readers see it are what staff have set. `id`: only that one, with its text, also by the id of its row.
 */
export async function listPublications(files: PublicationFiles, id?: string) {
  const found = await sql<Found[]>`
    select publications.id as row, coalesce(file.id, slug) as id, title, description, author_name,
      category, cover_image_url, pdf_id, pdf_bytes, pdf_pages, revision, ${placeOf()}::text as place,
      -- A list does not carry the texts.
      content <> '' as has_text, read_content is not null as is_corrected,
      ${id === undefined ? sql`null` : sql`content`} as content,
      case when retired_at is not null then 'retired'
        when file.id is null and published_at is null then 'draft' else 'published' end as state
    from unnest(${files.map((file) => file.id)}::text[], ${files.map(({ order }) => String(order))}::text[])
        as file (id, place)
      full join publications on slug = file.id
    -- A public one without a PDF was of a folder that is gone.
    where (file.id is not null
        or deleted_at is null and (pdf_id is not null or published_at is null))
      ${id === undefined ? sql`` : sql`and ${id} in (coalesce(file.id, slug), publications.id::text)`}
    order by ${placeOf()}, coalesce(file.id, slug)`
  const folders = new Map(files.map((file) => [file.id, file]))
  return found.map((row) => merge(row, folders.get(row.id)))
}

const placeOf = () => sql`coalesce(position, file.place::numeric)`

export type FoundPublication = Awaited<ReturnType<typeof listPublications>>[number]

function merge(row: Found, folder: PublicationFiles[number] | undefined) {
  const { id, row: rowId, state, place, content } = row
  return {
    id,
    row: rowId,
    state,
    place,
    title: row.title ?? folder?.title ?? '',
    description: row.description ?? folder?.description ?? '',
    author: row.authorName ?? folder?.author ?? '',
    category: row.category ?? folder?.category ?? '',
    pages: folder ? Number.parseInt(folder.pages, 10) : (row.pdfPages ?? 0),
    pdfBytes: folder?.pdfBytes ?? row.pdfBytes ?? 0,
    isFile: folder !== undefined,
    coverImageUrl: folder ? null : row.coverImageUrl,
    hasText: folder !== undefined || row.hasText === true,
    isCorrected: folder === undefined && row.isCorrected === true,
    content: folder ? '' : (content ?? ''),
    revision: row.revision ?? 1,
    pdfId: row.pdfId,
  }
}

export async function findPublication(files: PublicationFiles, id: string) {
  const [found] = await listPublications(files, id)
  return found
}
