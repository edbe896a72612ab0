import type { BookText, Dropped, TextFault, TextFaultName } from '#contract/shop/book-text.ts'
import { folded } from '#contract/shop/reading.ts'
import { first, type Row, sql, transaction, values } from '#db/sql.ts'
import { chapterDocument } from '#markdown/book-schema.ts'
import { listedChapters } from './chapters.queries.ts'

/** The blocks at the top of a document, each as a line, as searches go through it. */
export function blocksOf(doc: unknown): { line: string; anchor: string }[] {
  return chapterDocument(doc).children.map((block) => ({
    line: block.textBetween(0, block.content.size, ' ', ' ').replace(/\s+/g, ' '),
    anchor: block.attrs['anchor'],
  }))
}

/** Stores what was read from a file, once. The pictures of an EPUB are stored later. */
export function insertEdition(
  fileId: string,
  text: BookText | TextFault,
  from: 'epubId' | 'pdfId' = 'epubId',
): Promise<void> {
  return transaction(async () => {
    const isShown = 'parts' in text
    const [added] = await sql<{ id: string }[]>`
      insert into editions ${values('editions', {
        [from]: fileId,
        approvedAt: from === 'pdfId' ? new Date() : null,
        ...(isShown
          ? {
              words: text.kept.words,
              // As the driver's own type has no object.
              dropped: text.dropped as never,
              language: text.language,
              readyAt: text.pictures.length === 0 ? new Date() : null,
            }
          : { fault: text.fault, faultPlace: text.place }),
      })} on conflict do nothing returning id`
    if (!added || !isShown) return
    const editionId = added.id
    for (const [at, part] of text.parts.entries()) {
      const lines = blocksOf(part.doc).map(({ line }) => line)
      const row = { editionId, number: at + 1, ...part, folded: folded(lines.join('\n')) }
      // Its document is an object, which the driver's own type does not accept.
      await sql`insert into chapter_parts ${values('chapter_parts', row as never)}`
    }
    for (const [number, { name: place }] of text.pictures.entries())
      await sql`insert into book_pictures ${values('book_pictures', { editionId, number, place })}`
  })
}

/** A file of a book that nobody has read for its text. */
export function findUnreadEpub() {
  return first(sql<{ id: string }[]>`
    select epub_id as id from books
    where epub_id is not null and not exists (select from editions where editions.epub_id = books.epub_id)
    order by epub_uploaded_at limit 1`)
}

/** One whose pictures are not stored yet. */
export function findUnfinishedEdition() {
  return first(sql<Row<'editions', 'id' | 'epubId'>[]>`
    select id, epub_id from editions
    where fault is null and ready_at is null and epub_id is not null order by made_at limit 1`)
}

export function listPicturesToStore(editionId: string) {
  return sql<Row<'book_pictures', 'id' | 'place'>[]>`
    select id, place from book_pictures where edition_id = ${editionId} and url is null order by number`
}

export async function setPicture(
  id: string,
  { url, width, height }: Row<'book_pictures', 'url' | 'width' | 'height'>,
) {
  await sql`update book_pictures set url = ${url}, width = ${width}, height = ${height} where id = ${id}`
}

export async function markReady(id: string) {
  await sql`update editions set ready_at = now() where id = ${id}`
}

/**
 * Gives books the text of the file that they are sold with, of the EPUB where there is one. What was read here before stays
 * until the new one is ready, that of a PDF until it is approved; it goes where the new one cannot be shown, or there is no
 * file any more.
 */
export async function adoptEditions() {
  await sql`
    update books set edition_id = e.id
    from editions e where coalesce(e.epub_id, e.pdf_id) = coalesce(books.epub_id, books.pdf_id)
      and e.ready_at is not null and edition_id is distinct from e.id`
  await sql`
    update books set edition_id = null
    where edition_id is not null and (
      exists (select from editions e where e.epub_id = books.epub_id and e.fault is not null)
      or epub_id is null and (
        exists (select from editions e where e.id = edition_id and e.approved_at is null)
        or exists (select from pdf_texts t where t.pdf_id = books.pdf_id and t.fault is not null)))`
}

export interface TextOfFile {
  /** `making`: it is being read, or its pictures are stored. */
  state: 'making' | 'ready' | 'refused'
  words: number
  pictures: number
  dropped: Partial<Dropped>
  fault: TextFaultName | null
  faultPlace: string | null
  chapters: { number: number; title: string; words: number; parts: number }[]
}

/** What is to be read here of an EPUB, or was approved of a PDF. */
export async function findTextOfFile(fileId: string): Promise<TextOfFile> {
  const [row] = await sql<(Omit<TextOfFile, 'state'> & { isReady: boolean })[]>`
    select words, dropped, fault, fault_place, ready_at is not null as is_ready,
      (select count(*) from book_pictures where edition_id = editions.id)::integer as pictures,
      listed.chapters
    from editions cross join ${listedChapters()}
    where epub_id = ${fileId} or pdf_id = ${fileId}`
  const nothing = {
    words: 0,
    pictures: 0,
    dropped: {},
    fault: null,
    faultPlace: null,
    chapters: [],
  }
  if (!row) return { state: 'making', ...nothing }
  const { isReady, ...text } = row
  return { state: text.fault ? 'refused' : isReady ? 'ready' : 'making', ...text }
}

/** A part as the publisher looks at it, whether readers do or not. */
export function findPartOfFile(fileId: string, number: number) {
  return first(sql<{ editionId: string; title: string; doc: unknown }[]>`
    select edition_id, chapter_parts.title, doc from chapter_parts
      join editions on editions.id = edition_id
    where (epub_id = ${fileId} or pdf_id = ${fileId}) and number = ${number}`)
}

/** Starts the job that reads the text of a PDF, and stores the pictures of an EPUB. */
export async function tellOfFile() {
  await sql.notify('book_file_stored', '')
}

/** What no book has shown for 30 days (decision 0131): whoever was reading has left it by then. */
export async function deleteOldEditions() {
  const isShown = sql`
    exists (select from books where edition_id = editions.id or epub_id = editions.epub_id or pdf_id = editions.pdf_id)`
  await sql`
    update editions set left_at = case when not ${isShown} then now() end
    where (left_at is null) is distinct from ${isShown}`
  await sql`delete from editions where left_at < now() - interval '30 days'`
}
