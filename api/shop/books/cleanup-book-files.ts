import type { Files } from '#api/integrations/files.ts'
import { isCleanupAllowed } from '#api/jobs/cleanup-lock.ts'
import { transaction } from '#db/sql.ts'

import { deleteUnusedBookFiles } from './book-files.queries.ts'
import { bookFile } from './store-book-file.ts'

/** Leaves files without a row alone: they may be another database's. */
export async function cleanUpBookFiles(files: Files): Promise<void> {
  // The rows go after the files, so that an interrupted cleanup is repeated.
  await transaction(async () => {
    if (!(await isCleanupAllowed())) return
    for (const id of await deleteUnusedBookFiles()) await files.remove(bookFile(id))
  })
}
