import { createWriteStream } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Config, readConfig } from '#api/config.ts'
import type { Files } from '#api/integrations/files.ts'
import { openFiles } from '#api/integrations/folder-files.ts'
import { type LiveBusiness, readBusiness } from '#api/operations/business/live-business.ts'
import type { Bundle } from '#api/pages/building/builder.ts'
import { orderSecretFile } from '#api/shop/orders/order-secrets.ts'
import type { Database } from '#db/driver/open-database.ts'
import { withDatabase } from '#db/embedded/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { backup } from './backup.ts'
import { type Manifest, manifestEntry } from './backup-archive.ts'
import { isKeptName, listBackups, openBackupPlace, recorded } from './backup-place.ts'
import { drill } from './drill.ts'
import { type BackedUp, backUpNightly, withFolder } from './nightly.ts'
import { restore } from './restore.ts'

interface CommandOptions {
  env: Record<string, string | undefined>
  root: string
  args: string[]
  /** The bundle of the site, where there is one. */
  bundle?: Bundle | undefined
}

/** `npm run db:backup [-- file]`. Resolves to the text to print; rejects with one readable Error. */
export async function runBackup({ env, args }: CommandOptions): Promise<string> {
  const unknown = args.find((arg) => arg.startsWith('-'))
  if (unknown || args.length > 1) {
    throw new Error('Usage: npm run db:backup, or npm run db:backup -- file.tar.gz')
  }
  return withSite(env, async ({ db, files, business }) => {
    const path = args[0] === undefined ? await defaultPath(business.config()) : resolve(args[0])
    if (await stat(path).catch(() => undefined)) {
      throw new Error(`${path} exists already. Name another file; a backup is never written over.`)
    }
    await rejectEmpty(db)
    const startedAt = new Date().toISOString()
    const manifest = await recorded(db, { kind: 'backup', archive: path, startedAt }, () =>
      backup(db, files, path),
    )
    const { size } = await stat(path)
    return [
      `Backed up to ${path} (${inMB(size)}).`,
      ...summary(manifest),
      `It holds names, addresses and what people wrote: keep it where only you can read it, and not on this machine alone.`,
      `Not in it, on purpose: the order secret, ${orderSecretFile} in ${files.place}. Keep one copy of that file apart from the backups; it never changes.`,
    ].join('\n')
  })
}

/**
 * `npm run db:nightly`, likewise: a backup to where backups are kept, and those removed there that newer ones have
 * replaced.
 */
export async function runNightly({ env, args }: CommandOptions): Promise<string> {
  if (args.length > 0) throw new Error('Usage: npm run db:nightly, and nothing else')
  return withSite(env, async (site) => {
    await rejectEmpty(site.db)
    const { name, place, manifest, removed, kept } = await backUpNightly(site)
    return [
      `Backed up to ${name} in ${place}.`,
      ...summary(manifest),
      kept instanceof Error
        ? `Older ones could not be removed: ${kept.message}`
        : `${removed} older ones removed, ${kept} kept: the newest of each of 7 days, 4 weeks and 6 months.`,
    ].join('\n')
  })
}

/** `npm run db:drill`, likewise: restores the newest backup beside everything, checks it and throws it away. */
export async function runDrill({ env, root, args, bundle }: CommandOptions): Promise<string> {
  if (args.length > 0) throw new Error('Usage: npm run db:drill, and nothing else')
  return withSite(env, async ({ db, business }) => {
    const run = { kind: 'drill' as const, archive: null, startedAt: new Date().toISOString() }
    return recorded(db, run, async () => {
      const place = await openBackupPlace(business)
      const [newest] = await listBackups(place.files)
      if (!newest) {
        throw new Error(
          `There is no backup in ${place.files.place}. Make one first: npm run db:nightly.`,
        )
      }
      run.archive = newest.name as never
      return withFetched(business.config(), place.files, newest.name, async (path, folder) => {
        const found = await drill(path, { folder, root, bundle })
        return [`Restored ${newest.name} out of ${place.files.place} on trial.`, ...found].join(
          '\n',
        )
      })
    })
  })
}

async function rejectEmpty(db: Database) {
  const known = await db`select to_regclass('migrations') as name`
  if (known[0]?.['name']) return
  throw new Error('The database holds no Ascend yet, so there is nothing to back up.')
}

/** Works on a kept backup that was fetched to this machine. */
function withFetched<T>(
  { dataDir }: Config,
  files: Files,
  name: string,
  work: (path: string, folder: string) => Promise<T>,
): Promise<T> {
  return withFolder(dataDir, async (folder) => {
    const path = join(folder, 'backup.tgz')
    await pipeline(await files.read(name), createWriteStream(path, { mode: 0o600 }))
    return work(path, folder)
  })
}

/** `npm run db:restore -- file [--replace]`, likewise. `newest` is the newest nightly backup. */
export async function runRestore({ env, root, args }: CommandOptions): Promise<string> {
  const named = args.filter((arg) => arg !== '--replace')
  const [file] = named
  if (file === undefined || named.length > 1 || file.startsWith('-')) {
    throw new Error(
      'Usage: npm run db:restore -- file.tar.gz, or newest for the newest nightly backup, and --replace to empty the database first',
    )
  }
  return withSite(env, async ({ db, files, business }) => {
    const migrationsFolder = join(root, 'db', 'migrations')
    const isReplacing = args.includes('--replace')
    const restoreFrom = (path: string) =>
      restore(path, { db, files, migrationsFolder, isReplacing })
    const kept = file === 'newest' || isKeptName(file) ? await findKept(business, file) : undefined
    const path = kept ? kept.name : resolve(file)
    const manifest = kept
      ? await withFetched(business.config(), kept.files, kept.name, restoreFrom)
      : await restoreFrom(path)
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

async function findKept(business: LiveBusiness, wanted: string) {
  const { files } = await openBackupPlace(business)
  const kept = await listBackups(files)
  const found = wanted === 'newest' ? kept[0] : kept.find(({ name }) => name === wanted)
  if (found) return { files, name: found.name }
  throw new Error(
    `There is no such backup in ${files.place}. There are: ${kept.map(({ name }) => name).join(', ') || 'none'}.`,
  )
}

function withSite<T>(
  env: CommandOptions['env'],
  work: (site: BackedUp & { business: LiveBusiness }) => Promise<T>,
): Promise<T> {
  const config = readConfig(env)
  return withDatabase(config, async (db) => {
    const business = await readBusiness(env, async () => db)
    return work({ db, files: await openFiles(config), business })
  })
}

/** Archives are named by the minute, so that they sort by time. */
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
