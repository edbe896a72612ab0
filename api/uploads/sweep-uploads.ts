import { isSweepAllowed } from '#api/http/sweep-lock.ts'
import type { Files } from '#api/outside/files.ts'
import { transaction } from '#db/sql.ts'

import { removePicture } from './picture-files.ts'
import { deleteForgottenUploads } from './uploads.queries.ts'

/**
 * Deletes the pictures that nothing shows, with their rows; to be called every hour. A picture without a row is left
 * alone: it may be another database's.
 */
export async function sweepUploads(files: Files): Promise<void> {
  // The rows go when the files are gone: what is interrupted is done again.
  await transaction(async () => {
    if (!(await isSweepAllowed())) return
    for (const id of await deleteForgottenUploads()) await removePicture(files, id)
  })
}
