import type { Files } from '#api/integrations/files.ts'
import { isCleanupAllowed } from '#api/jobs/cleanup.ts'
import { transaction } from '#db/sql.ts'

import { removePicture } from './picture-files.ts'
import { deleteUnusedUploads } from './uploads.queries.ts'

/** Leaves pictures without a row alone: they may be another database's. */
export async function cleanUpUploads(files: Files): Promise<void> {
  // The rows go after the files, so that an interrupted cleanup is repeated.
  await transaction(async () => {
    if (!(await isCleanupAllowed())) return
    for (const id of await deleteUnusedUploads()) await removePicture(files, id)
  })
}
