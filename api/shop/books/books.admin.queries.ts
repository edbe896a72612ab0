import { findTextOfFile } from '#api/shop/chapters/editions.queries.ts'
import { findTextOfPdf } from '#api/shop/chapters/pdf-texts.queries.ts'
import { undoOfRow } from '#api/staff/activity/undo.queries.ts'
import { keptDays } from '#contract/retention.ts'
import { type BookGroup, bookGroups, type StampProblem } from '#contract/states.ts'
import {
  columns,
  first,
  hasRows,
  hasWords,
  idsWithWords,
  plannedEachTime,
  type Row,
  type RowOf,
  type Slice,
  sql,
  transaction,
  values,
} from '#db/sql.ts'
import { listParts, setParts, stateOfPart } from './book-parts.queries.ts'
import { narrowBySearch, summaryColumns } from './books.queries.ts'

/** The author of the publisher's books: no account has this id. */
const publisherId = '6f1d7c52-9b0e-4a43-8e57-2c9a31d08b64'

type BookColumns = Row<
  'books',
  'title' | 'authorName' | 'category' | 'price' | 'coverImageUrl' | 'description' | 'content'
>

export interface BookFields extends BookColumns {
  /** The parts of a bundle; undefined: they stay as they are. */
  parts?: string[] | undefined
}

type FileColumns = Row<
  'books',
  'pdfPages' | 'pdfBytes' | 'pdfUploadedAt' | 'epubBytes' | 'epubUploadedAt'
>

const adminSummaryColumns = columns('books', [
  ...summaryColumns,
  'revision',
  'pdfPages',
  'pdfBytes',
  'pdfUploadedAt',
  'epubBytes',
  'epubUploadedAt',
])
const adminColumns = columns('books', [
  ...adminSummaryColumns,
  'publishedAt',
  'content',
  'isStamped',
  'isReadable',
])
type AdminBookRow = RowOf<typeof adminColumns> &
  Row<'books', 'pdfId' | 'epubId' | 'editionId'> & { stampProblem: StampProblem | null }

const wholeBook = () => sql`${sql(adminColumns)}, pdf_id, epub_id, edition_id,
  (select stamp_problem from book_files where book_files.id = books.pdf_id)`

function withFiles<Book extends FileColumns>({
  pdfPages,
  pdfBytes,
  pdfUploadedAt,
  epubBytes,
  epubUploadedAt,
  ...book
}: Book) {
  const pdf =
    pdfPages === null || pdfBytes === null || pdfUploadedAt === null
      ? null
      : { pages: pdfPages, bytes: pdfBytes, uploadedAt: pdfUploadedAt }
  const epub =
    epubBytes === null || epubUploadedAt === null
      ? null
      : { bytes: epubBytes, uploadedAt: epubUploadedAt }
  return { ...book, pdf, epub }
}

export interface AdminBookFilter {
  search?: string | undefined
  status?: BookGroup | undefined
}

/** A book that was published before the moment was stored is a draft again. */
const groupOf = () => sql`
  case when is_published then 'published' when published_at is null then 'draft' else 'unpublished' end`

function narrow({ search, status }: AdminBookFilter) {
  return sql`
    ${narrowBySearch(search)}
    ${status ? sql`and ${groupOf()} = ${status}` : sql``}`
}

export async function listAdminBooks(filter: AdminBookFilter & Slice) {
  const rows = await plannedEachTime(sql<
    (RowOf<typeof adminSummaryColumns> & {
      group: BookGroup
      partsWithdrawn: number
      partsWithoutPdf: number
    })[]
  >`
    select ${sql(adminSummaryColumns)}, ${groupOf()} as "group",
      ${countParts(sql`not part.is_published`)} as parts_withdrawn,
      ${countParts(sql`part.pdf_id is null`)} as parts_without_pdf
    from books
    where deleted_at is null ${narrow(filter)}
    order by array_position(${[...bookGroups]}::text[], ${groupOf()}), created_at desc, id desc
    limit ${filter.limit} offset ${filter.offset}`)
  return rows.map(withFiles)
}

const countParts = (which: ReturnType<typeof sql>) => sql`
  (select count(*) from book_parts join books part on part.id = part_id
    where bundle_id = books.id and ${which})::integer`

export function countBooksByGroup() {
  return sql<{ name: BookGroup; count: number }[]>`
    select ${groupOf()} as name, count(*) from books where deleted_at is null group by 1`
}

export async function countAdminBooks(filter: AdminBookFilter): Promise<number> {
  const [row] = await plannedEachTime(sql<{ count: number }[]>`
    select count(*) from books where deleted_at is null ${narrow(filter)}`)
  return row?.count ?? 0
}

/** Lists books with all these words; those with all of them in the title come first. */
export function listFoundBooks(words: string[], limit: number) {
  const newestFirst = sql`created_at desc, id desc`
  const from = sql`books where deleted_at is null`
  return plannedEachTime(sql<
    Row<'books', 'id' | 'title' | 'category' | 'priceKobo' | 'coverImageUrl' | 'isPublished'>[]
  >`
    select id, title, category, price_kobo, cover_image_url, is_published from books
    where id in (${idsWithWords(words, { from, text: sql`search_text`, newestFirst })})
    order by ${hasWords(sql`lower(normalize(title))`, words)} desc, ${newestFirst} limit ${limit}`)
}

export async function findAdminBook(id: string) {
  const [row] = await sql<AdminBookRow[]>`
    select ${wholeBook()} from books where id = ${id} and deleted_at is null`
  return row && withParts(row)
}

async function withParts({ pdfId, epubId, editionId, ...row }: AdminBookRow) {
  const [parts, text] = await Promise.all([
    listParts(row.id),
    epubId ? findTextOfFile(epubId) : pdfId ? findTextOfPdf(pdfId) : null,
  ])
  return {
    ...withFiles(row),
    text: text && { ...text, isOfPdf: !epubId, isThere: editionId !== null },
    parts: parts.map((part) => ({ id: part.id, title: part.title, state: stateOfPart(part) })),
  }
}

/** Call it in a transaction, as `setBook`. */
export async function insertBook({ parts = [], ...fields }: BookFields): Promise<string> {
  const row = { ...fieldsOf(fields), authorId: publisherId }
  const [added] = await sql<Row<'books', 'id'>[]>`
    insert into books ${values('books', row)} returning id`
  const { id } = added as Row<'books', 'id'>
  await setParts(id, parts)
  return id
}

/** Only these columns, since request objects have more fields. */
function fieldsOf(fields: BookColumns): BookColumns {
  const { title, authorName, category, price, coverImageUrl, description, content } = fields
  return { title, authorName, category, price, coverImageUrl, description, content }
}

/** Resolves to false when the book is gone, has another revision, or has all these values already. */
export async function setBook(
  id: string,
  { parts, ...fields }: BookFields,
  revision: number | undefined,
): Promise<boolean> {
  const row = fieldsOf(fields)
  const hasOtherParts = parts
    ? sql`${parts}::uuid[] <> array(
        select part_id from book_parts where bundle_id = books.id order by position)`
    : sql`false`
  const { title, authorName, category, price, coverImageUrl, description, content } = row
  const isChanged = await hasRows(sql`
    update books set ${values('books', row)},
      -- Of parts alone; a trigger counts changes of the fields.
      revision = revision + (${hasOtherParts})::integer, updated_at = now()
    where id = ${id} and deleted_at is null
      ${revision === undefined ? sql`` : sql`and revision = ${revision}`}
      and ((${hasOtherParts})
        or (title, author_name, category, price, cover_image_url, description, content) is distinct from
          (${title}, ${authorName}, ${category}, ${price}, ${coverImageUrl}, ${description}, ${content}))`)
  if (isChanged && parts) await setParts(id, parts)
  return isChanged
}

/** Whether the book was never public; it stays so until the end of the transaction. */
export function lockUnpublished(id: string): Promise<boolean> {
  return hasRows(sql`
    select from books where id = ${id} and not is_published and published_at is null for update`)
}

/** Null: the words of its address are made from the title when it is published. */
export async function setSlug(id: string, slug: string | null) {
  await sql`update books set slug = ${slug} where id = ${id} and slug is distinct from ${slug}`
}

/** Resolves to nothing when the book is gone or in that state already. */
export async function setPublished(id: string, isPublished: boolean) {
  const [changed] = await sql<AdminBookRow[]>`
    update books set is_published = ${isPublished}
    where id = ${id} and deleted_at is null and is_published <> ${isPublished}
    returning ${wholeBook()}`
  return changed && withParts(changed)
}

export function setBookFile(bookId: string, file: { id: string; pages: number; bytes: number }) {
  return first(sql<Row<'books', 'id' | 'title'>[]>`
    update books set pdf_id = ${file.id}, pdf_pages = ${file.pages}, pdf_bytes = ${file.bytes},
      pdf_uploaded_at = now()
    where id = ${bookId} and deleted_at is null returning id, title`)
}

/** Resolves to nothing when the book is gone or like that already. */
export async function setStamped(id: string, isStamped: boolean) {
  const [changed] = await sql<AdminBookRow[]>`
    update books set is_stamped = ${isStamped}
    where id = ${id} and deleted_at is null and is_stamped <> ${isStamped}
    returning ${wholeBook()}`
  return changed && withParts(changed)
}

/** Resolves to nothing when the book is gone, like that already, or has no text to be read. */
export async function setReadable(id: string, isReadable: boolean) {
  const [changed] = await sql<AdminBookRow[]>`
    update books set is_readable = ${isReadable}
    where id = ${id} and deleted_at is null and is_readable <> ${isReadable}
      and (edition_id is not null or not ${isReadable})
    returning ${wholeBook()}`
  return changed && withParts(changed)
}

export function setEpub(bookId: string, file: { id: string; bytes: number }) {
  return first(sql<Row<'books', 'id' | 'title'>[]>`
    update books set epub_id = ${file.id}, epub_bytes = ${file.bytes}, epub_uploaded_at = now()
    where id = ${bookId} and deleted_at is null returning id, title`)
}

/** Resolves to nothing when there is none. The file stays for an hour, so that this can be undone. */
export async function removeEpub(bookId: string) {
  await sql`
    update epub_files set kept_at = now()
    where id = (select epub_id from books where id = ${bookId} and deleted_at is null)`
  return first(sql<Row<'books', 'id' | 'title'>[]>`
    update books set epub_id = null, epub_bytes = null, epub_uploaded_at = null
    where id = ${bookId} and deleted_at is null and epub_id is not null returning id, title`)
}

export function findBookFiles(bookId: string) {
  return first(sql<Row<'books', 'title' | 'pdfId' | 'epubId'>[]>`
    select title, pdf_id, epub_id from books where id = ${bookId} and deleted_at is null`)
}

export function setCover(bookId: string, url: string) {
  return first(sql<Row<'books', 'id' | 'title'>[]>`
    update books set cover_image_url = ${url}
    where id = ${bookId} and deleted_at is null returning id, title`)
}

/** Takes the book off every list; it can be brought back, and its row stays for those who bought it. */
export function deleteBook(id: string, by: string): Promise<{ title: string } | undefined> {
  return first(sql<Row<'books', 'title'>[]>`
    update books set deleted_at = now(), deleted_by = ${by}, is_published = false
    where id = ${id} and deleted_at is null returning title`)
}

const undoneOfBook = columns('books', [
  'slug',
  'isPublished',
  'publishedAt',
  'deletedAt',
  'deletedBy',
  'epubId',
  'epubBytes',
  'epubUploadedAt',
  'editionId',
])

export const bookUndo = undoOfRow({
  table: 'books',
  name: 'book',
  title: 'title',
  undone: undoneOfBook,
  shows: () => sql`title, revision, pdf_id`,
})

export async function lockBook(id: string) {
  await sql`select 1 from books where id = ${id} for update`
}

/** Brings back a deleted book, unpublished. Resolves to nothing if there is none. */
export function bringBackBook(id: string) {
  return first(sql<Row<'books', 'title'>[]>`
    update books set deleted_at = null, deleted_by = null
    where id = ${id} and deleted_at is not null and erased_at is null returning title`)
}

/** Whether anybody has ordered the book, by itself or in a bundle. */
export const isOrdered = () => sql`
  (exists (select from orders where book_id = books.id)
    or exists (select from order_parts where book_id = books.id))`

/**
 * Nobody can bring the book back. Its row and its file go, unless somebody has ordered it, or a bundle still names it as its
 * part. It is no bundle any more.
 */
export async function eraseBook(id: string) {
  await lockBook(id)
  const isErasable = sql`id = ${id} and deleted_at is not null`
  await sql`
    delete from book_parts where bundle_id in (select id from books where ${isErasable})`
  const isGone = await hasRows(sql`
    delete from books where ${isErasable} and not ${isOrdered()}
      and not exists (select from book_parts where part_id = books.id)`)
  if (isGone) return
  await sql`
    update books set erased_at = now(), content = null
    where ${isErasable} and erased_at is null`
}

export async function eraseDeletedBooks() {
  const over = await sql<Row<'books', 'id'>[]>`
    select id from books
    where deleted_at < now() - make_interval(days => ${keptDays.deleted}) and erased_at is null`
  for (const { id } of over) await transaction(() => eraseBook(id))
}

/** Deletes the book of a request whose acceptance is undone. */
export async function deleteBookRow(id: string) {
  await sql`delete from books where id = ${id}`
}

/** The last upload of a published book that should carry a stamp and cannot, and how many there are. */
export const lastUnstamped = () => sql`
  select books.id, title as name, count(*) over () from books left join book_files on book_files.id = pdf_id
  where deleted_at is null and is_published and is_stamped and price_kobo > 0 and stamp_problem is not null
  order by pdf_uploaded_at desc limit 1`

interface BookCounts {
  totalBooks: number
  publishedBooks: number
}

export async function countBooks(): Promise<BookCounts> {
  const [row] = await sql<[BookCounts]>`
    select count(*) as total_books, count(*) filter (where is_published) as published_books
    from books where deleted_at is null`
  return row
}
