import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type { Files } from '#api/integrations/files.ts'
import { isCleanupAllowed } from '#api/jobs/cleanup.ts'
import type { ReceivedFile } from '#contract/received-file.ts'
import { transaction } from '#db/sql.ts'
import { deleteUnusedBookFiles, insertBookFile } from './book-files.queries.ts'
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

/** Leaves files without a row alone: they may be another database's. */
export async function cleanUpBookFiles(files: Files): Promise<void> {
  // The rows go after the files, so that an interrupted cleanup is repeated.
  await transaction(async () => {
    if (!(await isCleanupAllowed())) return
    for (const id of await deleteUnusedBookFiles()) await files.remove(bookFile(id))
  })
}
