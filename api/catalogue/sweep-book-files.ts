import { rm } from 'node:fs/promises'
import { transaction } from '#db/sql.ts'
import { deleteForgottenBookFiles } from './book-files.queries.ts'
import { bookFilePath, halfWrittenPath } from './keep-book-file.ts'

/**
 * Deletes what was replaced and what a crash left; to be called every hour. A file without a row is left alone:
 * it may be another database's, and it may have been sold.
 */
export async function sweepBookFiles(dataDir: string): Promise<void> {
  // The rows go when the files are gone: what is interrupted is done again.
  await transaction(async () => {
    for (const id of await deleteForgottenBookFiles()) {
      await rm(bookFilePath(dataDir, id), { force: true })
      await rm(halfWrittenPath(dataDir, id), { force: true })
    }
  })
}
