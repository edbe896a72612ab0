import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Files } from '#api/integrations/files.ts'
import { dayMs } from '#contract/days.ts'
import type { Database } from '#db/driver/open-database.ts'
import { backup } from './backup.ts'
import type { Manifest } from './backup-archive.ts'
import {
  type BackupPlace,
  type BackupsOf,
  backupName,
  expiredBackups,
  listBackups,
  openBackupPlace,
  recorded,
} from './backup-place.ts'

/** The rows and files of a site, and where its backups go. */
export interface BackedUp {
  db: Database
  files: Files
  business: BackupsOf
}

/** A backup to where backups are kept, and those removed there that newer ones have replaced. */
export async function backUpNightly(site: BackedUp) {
  const made = new Date()
  const name = backupName(made)
  const run = { kind: 'backup' as const, archive: name, startedAt: made.toISOString() }
  const { place, manifest } = await recorded(site.db, run, async () => {
    const place = await openBackupPlace(site.business)
    return { place, manifest: await backUpTo(place, name, site) }
  })
  const removed: string[] = []
  // The backup is made; a bucket in which nothing can be deleted does not undo that.
  const kept = await removeExpired(place, removed).catch((error: Error) => error)
  return { name, place: place.files.place, manifest, removed: removed.length, kept }
}

async function backUpTo(
  { files: kept, isElsewhere }: BackupPlace,
  name: string,
  { db, files, business }: BackedUp,
): Promise<Manifest> {
  const { dataDir } = business.config()
  if (!isElsewhere) {
    await mkdir(join(dataDir, 'backups'), { recursive: true, mode: 0o700 })
    return backup(db, files, join(dataDir, name))
  }
  return withFolder(dataDir, async (folder) => {
    const path = join(folder, 'backup.tgz')
    const manifest = await backup(db, files, path)
    await kept.store(name, path)
    const [there, here] = [await kept.find(name), await stat(path)]
    if (there?.bytes !== here.size) {
      throw new Error(
        `${name} has ${there?.bytes ?? 0} bytes in ${kept.place} and not ${here.size}.`,
      )
    }
    return manifest
  })
}

async function removeExpired({ files }: BackupPlace, removed: string[]): Promise<number> {
  const backups = await listBackups(files)
  for (const { name } of expiredBackups(backups)) {
    await files.remove(name)
    removed.push(name)
  }
  return backups.length - removed.length
}

const folderPrefix = 'backup-'

/** A folder of the work's own; what a killed one has left is removed by the next. */
export async function withFolder<T>(
  dataDir: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  for (const name of await readdir(dataDir)) {
    const path = join(dataDir, name)
    const isLeft = name.startsWith(folderPrefix) && (await stat(path)).mtimeMs < Date.now() - dayMs
    if (isLeft) await rm(path, { recursive: true, force: true })
  }
  const folder = await mkdtemp(join(dataDir, folderPrefix))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
