import { isCleanupAllowed } from '#api/http/cleanup-lock.ts'
import type { Files } from '#api/integrations/files.ts'
import { transaction } from '#db/sql.ts'

import { deleteForgottenBookFiles } from './book-files.queries.ts'
import { bookFile } from './store-book-file.ts'

/**
 * Deletes what was replaced and what a crash left; to be called every hour. A file without a row is left alone:
 * it may be another database's, and it may have been sold.
 */
export async function cleanUpBookFiles(files: Files): Promise<void> {
  // The rows go when the files are gone: what is interrupted is done again.
  await transaction(async () => {
    if (!(await isCleanupAllowed())) return
    for (const id of await deleteForgottenBookFiles()) await files.remove(bookFile(id))
  })
}
