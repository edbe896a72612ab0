import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { transaction } from '#db/sql.ts'
import { deleteForgottenUploads } from './uploads.queries.ts'

/** A picture is made in seconds: what is still aside after an hour was left by a crash. */
const strayMs = 60 * 60 * 1000

/**
 * Deletes the pictures that nothing shows, with their rows, and what a crash left half made; to be called every
 * hour. A folder without a row is left alone: it may be another database's.
 */
export async function sweepUploads(dataDir: string): Promise<void> {
  const uploads = join(dataDir, 'uploads')
  // The rows go when the files are gone: what is interrupted is done again.
  await transaction(async () => {
    for (const id of await deleteForgottenUploads()) await remove(join(uploads, id))
  })
  for (const name of await listAside(uploads)) {
    const folder = join(uploads, name)
    // What is finished in this very moment has its place by now.
    const found = await stat(folder).catch(() => undefined)
    if (found && found.mtimeMs < Date.now() - strayMs) await remove(folder)
  }
}

function remove(folder: string) {
  return rm(folder, { recursive: true, force: true })
}

async function listAside(uploads: string): Promise<string[]> {
  try {
    return (await readdir(uploads)).filter((name) => name.startsWith('.'))
  } catch (error) {
    // No picture was kept yet.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
