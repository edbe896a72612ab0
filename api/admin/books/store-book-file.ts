import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type { Files } from '#api/integrations/files.ts'
import type { ReceivedFile } from '#contract/received-file.ts'
import { insertBookFile } from './book-files.queries.ts'
import { countPages } from './read-pdf.ts'

/** The name of a book's file in the store. */
export function bookFile(id: string): string {
  return `books/${id}.pdf`
}

/** Stores a PDF that the publisher sent, or rejects it. Unless a book names it, it is cleaned up after an hour. */
export async function storeBookFile(files: Files, file: ReceivedFile) {
  const pages = await countPages(file.path)
  return { ...(await storePdf(files, file.path)), pages }
}

/** Keeps a file that is known to be a PDF. */
export async function storePdf(files: Files, path: string) {
  const id = randomUUID()
  // First, so that a crash leaves nothing that is not known.
  await insertBookFile(id)
  await files.keep(bookFile(id), path)
  return { id, bytes: (await stat(path)).size }
}
