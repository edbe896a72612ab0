import { columns, plannedEachTime, type Row, type RowOf, sql, values } from '#db/sql.ts'
import { narrowBySearch, summaryColumns } from './books.queries.ts'

/** The author of the publisher's books: no account has this id. */
const publisherId = '6f1d7c52-9b0e-4a43-8e57-2c9a31d08b64'

export type BookFields = Row<
  'books',
  'title' | 'authorName' | 'category' | 'price' | 'coverImageUrl' | 'description' | 'content'
>

type FileColumns = Row<'books', 'pdfPages' | 'pdfBytes' | 'pdfUploadedAt'>

const adminSummaryColumns = columns('books', [
  ...summaryColumns,
  'revision',
  'pdfPages',
  'pdfBytes',
  'pdfUploadedAt',
])
const adminColumns = columns('books', [...adminSummaryColumns, 'content'])
type AdminBookRow = RowOf<typeof adminColumns>

function withFile<Book extends FileColumns>({ pdfPages, pdfBytes, pdfUploadedAt, ...book }: Book) {
  if (pdfPages === null || pdfBytes === null || pdfUploadedAt === null)
    return { ...book, pdf: null }
  return { ...book, pdf: { pages: pdfPages, bytes: pdfBytes, uploadedAt: pdfUploadedAt } }
}

export interface AdminBookFilter {
  search?: string | undefined
  status?: 'published' | 'draft' | undefined
}

function narrow({ search, status }: AdminBookFilter) {
  return sql`
    ${narrowBySearch(search)}
    ${status ? sql`and is_published = ${status === 'published'}` : sql``}`
}

/** Newest first, drafts included. */
export async function listAdminBooks(filter: AdminBookFilter & { limit: number; offset: number }) {
  const rows = await plannedEachTime(sql<RowOf<typeof adminSummaryColumns>[]>`
    select ${sql(adminSummaryColumns)} from books
    where deleted_at is null ${narrow(filter)}
    order by created_at desc, id desc
    limit ${filter.limit} offset ${filter.offset}`)
  return rows.map(withFile)
}

export async function countAdminBooks(filter: AdminBookFilter): Promise<number> {
  const [row] = await plannedEachTime(sql<{ count: number }[]>`
    select count(*) from books where deleted_at is null ${narrow(filter)}`)
  return row?.count ?? 0
}

export async function findAdminBook(id: string) {
  const [row] = await sql<AdminBookRow[]>`
    select ${sql(adminColumns)} from books where id = ${id} and deleted_at is null`
  return row && withFile(row)
}

export async function insertBook({
  title,
  authorName,
  category,
  price,
  coverImageUrl,
  description,
  content,
}: BookFields) {
  const row = { title, authorName, category, price, coverImageUrl, description, content }
  const [added] = await sql<AdminBookRow[]>`
    insert into books ${values('books', { ...row, authorId: publisherId })} returning ${sql(adminColumns)}`
  return withFile(added as AdminBookRow)
}

/** Resolves to nothing when the book is gone, has another revision, or has all these values already. */
export async function setBook(
  id: string,
  { title, authorName, category, price, coverImageUrl, description, content }: BookFields,
  revision: number | undefined,
) {
  const row = { title, authorName, category, price, coverImageUrl, description, content }
  const [changed] = await sql<AdminBookRow[]>`
    update books set ${values('books', row)}
    where id = ${id} and deleted_at is null
      ${revision === undefined ? sql`` : sql`and revision = ${revision}`}
      and (title, author_name, category, price, cover_image_url, description, content) is distinct from
        (${title}, ${authorName}, ${category}, ${price}, ${coverImageUrl}, ${description}, ${content})
    returning ${sql(adminColumns)}`
  return changed && withFile(changed)
}

/** Resolves to nothing when the book is gone or in that state already. */
export async function setPublished(id: string, isPublished: boolean) {
  const [changed] = await sql<AdminBookRow[]>`
    update books set is_published = ${isPublished}
    where id = ${id} and deleted_at is null and is_published <> ${isPublished}
    returning ${sql(adminColumns)}`
  return changed && withFile(changed)
}

/** Takes the book off every list; its row stays for those who bought it. */
export async function deleteBook(id: string): Promise<{ title: string } | undefined> {
  const [deleted] = await sql<Row<'books', 'title'>[]>`
    update books set deleted_at = now(), is_published = false
    where id = ${id} and deleted_at is null returning title`
  return deleted
}

export async function countBooks(): Promise<{ totalBooks: number; publishedBooks: number }> {
  const [row] = await sql<{ totalBooks: number; publishedBooks: number }[]>`
    select count(*) as total_books, count(*) filter (where is_published) as published_books
    from books where deleted_at is null`
  return row ?? { totalBooks: 0, publishedBooks: 0 }
}
