import { isCleanupAllowed } from '#api/http/cleanup-lock.ts'
import type { Files } from '#api/integrations/files.ts'
import { transaction } from '#db/sql.ts'

import { removePicture } from './picture-files.ts'
import { deleteForgottenUploads } from './uploads.queries.ts'

/**
 * Deletes the pictures that nothing shows, with their rows; to be called every hour. A picture without a row is left
 * alone: it may be another database's.
 */
export async function cleanUpUploads(files: Files): Promise<void> {
  // The rows go when the files are gone: what is interrupted is done again.
  await transaction(async () => {
    if (!(await isCleanupAllowed())) return
    for (const id of await deleteForgottenUploads()) await removePicture(files, id)
  })
}
