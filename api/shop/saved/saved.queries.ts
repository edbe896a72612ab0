import { type BookRow, summaryColumns } from '#api/shop/books/books.queries.ts'
import { hasRows, sql } from '#db/sql.ts'

export async function insertSaved(bookId: string, readerId: string) {
  await sql`
    insert into saved_books (book_id, reader_id) values (${bookId}, ${readerId})
    on conflict do nothing`
}

export async function deleteSaved(bookId: string, readerId: string) {
  await sql`delete from saved_books where book_id = ${bookId} and reader_id = ${readerId}`
}

export function isSaved(bookId: string, readerId: string): Promise<boolean> {
  return hasRows(sql`
    select 1 from saved_books where book_id = ${bookId} and reader_id = ${readerId}`)
}

export function listSavedBooks(readerId: string) {
  return sql<BookRow[]>`
    select ${sql(summaryColumns.map((name) => `b.${name}`))}
    from saved_books s join books b on b.id = s.book_id
    where s.reader_id = ${readerId} and b.is_published
    order by s.created_at desc, s.book_id`
}
