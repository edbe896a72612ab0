import type { PdfText } from '#api/shop/book-files/read-pdf-text.ts'
import type { TextFaultName } from '#contract/shop/book-text.ts'
import { first, type Row, sql, transaction, values } from '#db/sql.ts'
import { findTextOfFile, type TextOfFile } from './editions.queries.ts'

/** A PDF of a book without an EPUB that nobody has read for its text. Those of the demonstration are left alone. */
export function findUnreadPdf() {
  return first(sql<{ id: string }[]>`
    select pdf_id as id from books join book_files on book_files.id = pdf_id
    where not is_demo and epub_id is null and deleted_at is null
      and not exists (select from pdf_texts where pdf_texts.pdf_id = books.pdf_id)
    order by pdf_uploaded_at limit 1`)
}

/** Stores what was read from a PDF, once. */
export function insertPdfText(pdfId: string, text: PdfText): Promise<void> {
  return transaction(async () => {
    const fault = 'fault' in text ? text.fault : null
    const [added] = await sql`
      insert into pdf_texts ${values('pdf_texts', { pdfId, fault })} on conflict do nothing returning 1`
    if (!added || 'fault' in text) return
    for (const [at, chapter] of text.chapters.entries())
      await sql`
        insert into pdf_chapters ${values('pdf_chapters', { pdfId, number: at + 1, ...chapter })}`
  })
}

/**
 * What is to be read here of a PDF: `waiting` until somebody has approved it as it is. Null for one of the demonstration,
 * which nobody reads for its text.
 */
export async function findTextOfPdf(
  pdfId: string,
): Promise<(Omit<TextOfFile, 'state'> & { state: TextOfFile['state'] | 'waiting' }) | null> {
  const [approved, [row]] = await Promise.all([
    findTextOfFile(pdfId),
    sql<{ isDemo: boolean; isRead: boolean; fault: TextFaultName | null; isApproved: boolean }[]>`
      select is_demo, pdf_texts.pdf_id is not null as is_read, fault,
        approved_revision is not distinct from revision as is_approved
      from book_files left join pdf_texts on pdf_id = id where id = ${pdfId}`,
  ])
  if (!row?.isRead) return row?.isDemo ? null : approved
  const { fault, isApproved } = row
  return { ...approved, fault, state: fault ? 'refused' : isApproved ? 'ready' : 'waiting' }
}

export type BookPdfText = Row<'pdf_texts', 'pdfId' | 'revision' | 'approvedRevision'> &
  Row<'books', 'id' | 'title'>

/** The text of the PDF that a book has now, if there is one to correct. With `isLocked` it stays so until the transaction ends. */
export function findBookPdfText(bookId: string, isLocked = false) {
  return first(sql<BookPdfText[]>`
    select t.pdf_id, t.revision, approved_revision, books.id, title
    from books join pdf_texts t on t.pdf_id = books.pdf_id
    where books.id = ${bookId} and deleted_at is null and fault is null
    ${isLocked ? sql`for update of t` : sql``}`)
}

export type PdfChapter = Row<'pdf_chapters', 'number' | 'title' | 'text' | 'isLeftOut' | 'revision'>

export function listPdfChapters(pdfId: string) {
  return sql<PdfChapter[]>`
    select number, title, text, is_left_out, revision from pdf_chapters
    where pdf_id = ${pdfId} order by number`
}

export function findPdfChapter(pdfId: string, number: number) {
  return first(sql<PdfChapter[]>`
    select number, title, text, is_left_out, revision from pdf_chapters
    where pdf_id = ${pdfId} and number = ${number}`)
}

/** The nearest chapter before this one that is not left out. */
export function findChapterBefore(pdfId: string, number: number) {
  return first(sql<PdfChapter[]>`
    select number, title, text, is_left_out, revision from pdf_chapters
    where pdf_id = ${pdfId} and number < ${number} and not is_left_out
    order by number desc limit 1`)
}

export async function setPdfChapter(
  pdfId: string,
  number: number,
  row: Partial<Row<'pdf_chapters', 'title' | 'text' | 'isLeftOut'>>,
) {
  await sql`
    update pdf_chapters set ${values('pdf_chapters', row)}, revision = revision + 1
    where pdf_id = ${pdfId} and number = ${number}`
}

export async function deletePdfChapter(pdfId: string, number: number) {
  await sql`delete from pdf_chapters where pdf_id = ${pdfId} and number = ${number}`
}

export async function touchPdfText(pdfId: string) {
  await sql`update pdf_texts set revision = revision + 1 where pdf_id = ${pdfId}`
}

/** From here on readers get another edition of it. */
export async function markApproved(pdfId: string, revision: number) {
  await sql`update pdf_texts set approved_revision = ${revision} where pdf_id = ${pdfId}`
  await sql`update editions set pdf_id = null where pdf_id = ${pdfId}`
}
