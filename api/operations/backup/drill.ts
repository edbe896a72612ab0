import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { folderFiles } from '#api/integrations/folder-files.ts'
import type { Bundle } from '#api/pages/building/builder.ts'
import { startService } from '#api/server.ts'
import { paths } from '#contract/paths.ts'
import { openDatabase } from '#db/driver/open-database.ts'
import { startEmbedded } from '#db/embedded/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { checkArchive, fileEntry, type Manifest } from './backup-archive.ts'
import { restore } from './restore.ts'

interface DrillOptions {
  /** A folder that holds the archive alone, and is thrown away afterwards. */
  folder: string
  root: string
  /** Without it the service is not started. */
  bundle: Bundle | undefined
}

/**
 * Restores an archive into a database and a folder that nobody else uses, and starts the service out of them. Resolves to
 * what was found; rejects with what is wrong. It sends no mail and asks no payment provider.
 */
export async function drill(
  path: string,
  { folder, root, bundle }: DrillOptions,
): Promise<string[]> {
  const began = Date.now()
  // It is checked before anything is started for it.
  await checkArchive(path)
  // It is no folder below, which the user that Postgres runs as might not reach.
  const dataDir = folder
  // A server of its own: the real one is neither burdened nor asked for rights.
  const embedded = await startEmbedded({ dataDir, disableFsync: true })
  try {
    const db = openDatabase(embedded.url, { max: 3 })
    try {
      const migrationsFolder = join(root, 'db', 'migrations')
      const files = folderFiles(dataDir)
      // It checks every sum, and counts the rows of every table.
      const manifest = await restore(path, { db, files, migrationsFolder, isReplacing: false })
      const fresh = await migrate(db, migrationsFolder)
      await rejectMissing(manifest, files)
      const isUp = bundle
        ? await startUp({ dataDir, root, bundle, databaseUrl: embedded.url })
        : false
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
      return [
        `Made at ${manifest.madeAt}: ${rows} rows of ${manifest.tables.length} tables, ${manifest.files.count} files${fresh.length > 0 ? `, and ${fresh.length} newer migrations` : ''}.`,
        isUp
          ? 'The service started out of it: it is ready and shows its pages.'
          : 'The service was not started out of it: the site is not bundled here (npm run build).',
        ...(manifest.missing.length > 0
          ? [`${manifest.missing.length} files were missing before the backup was made.`]
          : []),
        `It took ${Math.round((Date.now() - began) / 1000)} s, and all of it is thrown away again.`,
      ]
    } finally {
      await db.end({ timeout: 5 })
    }
  } finally {
    await embedded.stop()
  }
}

async function rejectMissing(manifest: Manifest, files: ReturnType<typeof folderFiles>) {
  const prefix = fileEntry('')
  for (const entry of Object.keys(manifest.sha256)) {
    if (!entry.startsWith(prefix)) continue
    const name = entry.slice(prefix.length)
    if (!(await files.find(name))) throw new Error(`${name} was not restored.`)
  }
}

async function startUp({
  dataDir,
  root,
  bundle,
  databaseUrl,
}: {
  dataDir: string
  root: string
  bundle: Bundle
  databaseUrl: string
}): Promise<true> {
  const port = await freePort()
  const service = await startService({
    // Nothing of the real settings: no mail server, no payment provider, no bucket.
    env: {
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: String(port),
      // What is restored may hold a domain.
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      ADMIN_PASSWORD: randomUUID(),
      PAYMENTS: 'off',
      DEMO_CONTENT: 'off',
      LOG_LEVEL: 'silent',
    },
    root,
    bundle,
    step: (_, work) => work(),
  })
  try {
    for (const path of ['/api/ready', paths.home, '/api/stories', paths.books]) {
      const { status } = await fetch(`${service.publicUrl}${path}`)
      if (status !== 200) {
        throw new Error(`The service that was started out of it answers ${status} at ${path}.`)
      }
    }
    return true
  } finally {
    await service.stop()
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
