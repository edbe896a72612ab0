import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type { Files } from '#api/integrations/files.ts'
import { isCleanupAllowed } from '#api/jobs/cleanup.ts'
import { bookFile, epubFile, stampedFile } from '#api/shop/book-files/file-names.ts'
import { readEpub } from '#api/shop/book-files/read-epub.ts'
import { readPdf } from '#api/shop/book-files/read-pdf.ts'
import { insertEdition } from '#api/shop/chapters/editions.queries.ts'
import type { ReceivedFile } from '#contract/received-file.ts'
import { sql, transaction } from '#db/sql.ts'

/** A file that no book refers to within an hour is deleted by the cleanup. */
export async function storeBookFile(files: Files, file: ReceivedFile) {
  const { pages, sample } = await readPdf(file.path)
  return { ...(await storePdf(files, file.path, { sample })), pages }
}

/** `sample` is null while nobody has read the file. */
export async function storePdf(
  files: Files,
  path: string,
  { isDemo = false, sample = null }: { isDemo?: boolean; sample?: string | null } = {},
) {
  const id = randomUUID()
  // The row first, so that the cleanup finds the file after a crash.
  await sql`insert into book_files (id, is_demo, sample) values (${id}, ${isDemo}, ${sample})`
  await files.store(bookFile(id), path)
  return { id, bytes: (await stat(path)).size }
}

/** Stores an EPUB as `storeBookFile` stores a PDF, with its text to be read here. */
export async function storeEpub(files: Files, path: string) {
  const { sample, text } = await readEpub(path)
  const id = randomUUID()
  await sql`insert into epub_files (id, sample) values (${id}, ${sample})`
  await insertEdition(id, text)
  await files.store(epubFile(id), path)
  return { id, bytes: (await stat(path)).size }
}

/** Ignores files without a row, which may belong to another database. */
export async function cleanUpBookFiles(files: Files): Promise<void> {
  // Rows are deleted after the files, so that an interrupted cleanup is repeated.
  await transaction(async () => {
    if (!(await isCleanupAllowed())) return
    for (const id of await deleteUnused('book_files', 'pdf_id')) {
      await files.remove(stampedFile(id))
      await files.remove(bookFile(id))
    }
    for (const id of await deleteUnused('epub_files', 'epub_id')) await files.remove(epubFile(id))
  })
}

/** Deletes rows of files without a book for an hour. Files of deleted books remain for their buyers. */
async function deleteUnused(table: 'book_files' | 'epub_files', usedAs: 'pdf_id' | 'epub_id') {
  const deleted = await sql<{ id: string }[]>`
    delete from ${sql(table)} f
    where f.kept_at < now() - interval '1 hour'
      and not exists (select from books b where b.${sql(usedAs)} = f.id)
    returning id`
  return deleted.map(({ id }) => id)
}
