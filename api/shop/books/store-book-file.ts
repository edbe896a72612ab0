import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type { Files } from '#api/integrations/files.ts'
import type { ReceivedFile } from '#contract/received-file.ts'
import { insertBookFile } from './book-files.queries.ts'
import { countPages } from './read-pdf.ts'

export function bookFile(id: string): string {
  return `books/${id}.pdf`
}

/** A file that no book names within an hour is cleaned up. */
export async function storeBookFile(files: Files, file: ReceivedFile) {
  const pages = await countPages(file.path)
  return { ...(await storePdf(files, file.path)), pages }
}

export async function storePdf(files: Files, path: string, { isDemo = false } = {}) {
  const id = randomUUID()
  // The row first, so that the cleanup finds the file after a crash.
  await insertBookFile(id, { isDemo })
  await files.store(bookFile(id), path)
  return { id, bytes: (await stat(path)).size }
}
