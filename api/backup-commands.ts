import { mkdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Database, openDatabase } from '#db/driver/open-database.ts'
import { reachEmbedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { backup } from './backup.ts'
import { type Manifest, manifestEntry } from './backup-archive.ts'
import { type Config, readConfig } from './config.ts'
import type { Files } from './integrations/files.ts'
import { openFiles } from './integrations/open-files.ts'
import { orderSecretFile } from './order-secret.ts'
import { restore } from './restore.ts'

interface CommandOptions {
  env: Record<string, string | undefined>
  root: string
  args: string[]
}

/** `npm run db:backup [-- file]`. Resolves to the text to print; rejects with one readable Error. */
export async function runBackup({ env, args }: CommandOptions): Promise<string> {
  const config = readConfig(env)
  const unknown = args.find((arg) => arg.startsWith('-'))
  if (unknown || args.length > 1) {
    throw new Error('Usage: npm run db:backup, or npm run db:backup -- file.tar.gz')
  }
  return withBoth(config, async (db, files) => {
    const path = args[0] === undefined ? await defaultPath(config) : resolve(args[0])
    if (await stat(path).catch(() => undefined)) {
      throw new Error(`${path} exists already. Name another file; a backup is never written over.`)
    }
    const known = await db`select to_regclass('migrations') as name`
    if (!known[0]?.['name']) {
      throw new Error('The database holds no Ascend yet, so there is nothing to back up.')
    }
    const manifest = await backup(db, files, path)
    const { size } = await stat(path)
    return [
      `Backed up to ${path} (${inMB(size)}).`,
      ...summary(manifest),
      `It holds names, addresses and what people wrote: keep it where only you can read it, and not on this machine alone.`,
      `Not in it, on purpose: the order secret, ${orderSecretFile} in ${files.place}. Keep one copy of that file apart from the backups; it never changes.`,
    ].join('\n')
  })
}

/** `npm run db:restore -- file [--replace]`, likewise. */
export async function runRestore({ env, root, args }: CommandOptions): Promise<string> {
  const config = readConfig(env)
  const named = args.filter((arg) => arg !== '--replace')
  const [file] = named
  if (file === undefined || named.length > 1 || file.startsWith('-')) {
    throw new Error(
      'Usage: npm run db:restore -- file.tar.gz, and --replace to empty the database first',
    )
  }
  return withBoth(config, async (db, files) => {
    const migrationsFolder = join(root, 'db', 'migrations')
    const path = resolve(file)
    const isReplacing = args.includes('--replace')
    const manifest = await restore(path, { db, files, migrationsFolder, isReplacing })
    const fresh = await migrate(db, migrationsFolder)
    const hasSecret = await files.find(orderSecretFile)
    return [
      `Restored from ${path}, made at ${manifest.madeAt}.`,
      ...summary(manifest),
      ...(fresh.length > 0 ? [`Brought up to date: ${fresh.join(', ')}.`] : []),
      `The site is built anew at the next start.`,
      hasSecret
        ? `The order secret, ${orderSecretFile} in ${files.place}, was there and is used. If it is not that of the backup, put yours in its place before the start.`
        : `The order secret is not in a backup: put your copy at ${orderSecretFile} in ${files.place} before the start. Without it a new one is made: links and codes that were sent go on working, but those of older orders cannot be shown or sent again.`,
    ].join('\n')
  })
}

async function withBoth<T>(
  config: Config,
  work: (db: Database, files: Files) => Promise<T>,
): Promise<T> {
  // A running service has started it already.
  const embedded = config.databaseUrl ? undefined : await reachEmbedded(config)
  try {
    const db = openDatabase(config.databaseUrl ?? embedded?.url ?? '', { max: 3 })
    try {
      return await work(db, await openFiles(config))
    } finally {
      await db.end({ timeout: 5 })
    }
  } finally {
    await embedded?.stop()
  }
}

/** Named by the minute, so that they sort by time. */
async function defaultPath({ dataDir }: Config): Promise<string> {
  const folder = join(dataDir, 'backups')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const now = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  return join(folder, `ascend-${now}Z.tar.gz`)
}

function summary({ tables, files, missing }: Manifest): string[] {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const summary = `${rows} rows of ${tables.length} tables, ${files.count} files of ${inMB(files.bytes)}; what exactly stands in its ${manifestEntry}.`
  if (missing.length === 0) return [summary]
  return [
    summary,
    `Missing before the backup was made, though rows name them: ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ` and ${missing.length - 5} more` : ''}.`,
  ]
}

function inMB(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
