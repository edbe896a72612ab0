import { type Row, sql, values } from '#db/sql.ts'

/** Call it before the file is written, so that the cleanup finds it after a crash. */
export async function insertBookFile(id: string, { isDemo }: { isDemo: boolean }) {
  await sql`insert into book_files ${values('book_files', { id, isDemo })}`
}

/** Resolves to nothing when the book is gone. */
export async function setBookFile(
  bookId: string,
  file: { id: string; pages: number; bytes: number },
) {
  const [changed] = await sql<Row<'books', 'id' | 'title'>[]>`
    update books set pdf_id = ${file.id}, pdf_pages = ${file.pages}, pdf_bytes = ${file.bytes},
      pdf_uploaded_at = now()
    where id = ${bookId} and deleted_at is null returning id, title`
  return changed
}

export async function findBookFile(bookId: string) {
  const [row] = await sql<Row<'books', 'title' | 'pdfId'>[]>`
    select title, pdf_id from books where id = ${bookId} and deleted_at is null`
  return row
}

/** Resolves to nothing when the book is gone. */
export async function setCover(bookId: string, url: string) {
  const [changed] = await sql<Row<'books', 'id' | 'title'>[]>`
    update books set cover_image_url = ${url}
    where id = ${bookId} and deleted_at is null returning id, title`
  return changed
}

/** Deletes the rows of files that no book has named for an hour; deleted books keep theirs for their buyers. */
export async function deleteUnusedBookFiles(): Promise<string[]> {
  const gone = await sql<Row<'book_files', 'id'>[]>`
    delete from book_files f
    where f.kept_at < now() - interval '1 hour'
      and not exists (select from books b where b.pdf_id = f.id)
    returning id`
  return gone.map(({ id }) => id)
}
