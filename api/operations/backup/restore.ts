import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Files, isFileName } from '#api/integrations/files.ts'
import { withoutCleanups } from '#api/jobs/cleanup.ts'
import type { Database } from '#db/driver/open-database.ts'
import {
  listMigrations,
  type Migration,
  migrateWithin,
  readHistory,
  upgradeBetween,
} from '#db/migrate.ts'
import {
  copyIn,
  dropAll,
  listFilled,
  listTables,
  setSequences,
  setTriggers,
  type Table,
  type Transaction,
} from '#db/tables.ts'
import {
  BadArchive,
  checkArchive,
  eachEntry,
  fileEntry,
  type Manifest,
  rowsEntry,
} from './backup-archive.ts'

interface RestoreOptions {
  db: Database
  files: Files
  migrationsFolder: string
  /** Whether a database that holds something is emptied first. */
  isReplacing: boolean
}

/** What an unused database holds. */
const ofItself = ['migrations', 'site_version', 'cache_purges']

/**
 * Checks the archive whole, then restores the files, then all rows in one transaction, as the tables' owner. The
 * schema is the archive's; `migrate` brings it up to date.
 */
export async function restore(path: string, options: RestoreOptions): Promise<Manifest> {
  const { db } = options
  const manifest = await checkArchive(path)
  const known = await listMigrations(options.migrationsFolder)
  rejectForeign(path, manifest, known)
  // One at a time: a second one that fails would remove files of the first.
  await withoutCleanups(db, () => putBack(path, manifest, known, options))
  return manifest
}

async function putBack(
  path: string,
  manifest: Manifest,
  known: Migration[],
  { db, files, isReplacing }: RestoreOptions,
) {
  const filled = await db.begin(listFilled)
  const held = filled.filter((name) => !ofItself.includes(name))
  if (held.length > 0 && !isReplacing) {
    throw new BadArchive(
      `The database is not empty: there are rows in ${held.join(', ')}. Restore into an empty one, or add --replace to lose what it holds. Nothing was changed.`,
    )
  }
  const added: string[] = []
  try {
    await putFiles(path, manifest, files, added)
    await db.begin(async (tx) => {
      await tx`set local statement_timeout = 0`
      await tx`set local idle_in_transaction_session_timeout = 0`
      await dropAll(tx)
      const { ran } = readHistory(known, manifest.migrations)
      await migrateWithin(
        tx,
        known.filter(({ name }) => ran.some((migration) => migration.name === name)),
      )
      await putRows(tx, path, manifest)
    })
  } catch (error) {
    for (const name of added) await files.remove(name).catch(() => {})
    throw error
  }
}

/** Older backups are migrated afterwards; unknown migrations cannot be judged. */
function rejectForeign(path: string, manifest: Manifest, known: Migration[]) {
  const badArchive = (why: string) =>
    new BadArchive(`${path} cannot be restored: ${why}. Nothing was changed.`)
  const { ran, missing } = readHistory(known, manifest.migrations)
  if (missing) {
    throw badArchive(
      `it is too old for this release. Restore it with the release that made it, then ${upgradeBetween(missing)}`,
    )
  }
  const sums = new Map(known.map(({ name, sha256 }) => [name, sha256]))
  for (const [at, { name, sha256 }] of ran.entries()) {
    if (!sums.has(name)) {
      throw badArchive(`it was made by newer code (${name}); update Ascend first, then restore`)
    }
    if (sums.get(name) !== sha256 || known[at]?.name !== name) {
      throw badArchive(`it was made by other code, whose ${name} is not ours`)
    }
  }
  const odd = Object.keys(manifest.sha256).find((entry) => {
    const name = /^files\/(.*)$/s.exec(entry)?.[1]
    const isRows = manifest.tables.some((table) => rowsEntry(table.name) === entry)
    return name === undefined ? !isRows : !(isFileName(name) && /^(books|uploads)\//.test(name))
  })
  if (odd !== undefined) throw badArchive(`${JSON.stringify(odd)} belongs in no backup`)
}

/** An identical file stays; `added` collects the others. */
async function putFiles(path: string, manifest: Manifest, files: Files, added: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'ascend-restore-'))
  const beside = join(folder, 'file')
  try {
    await eachEntry(path, async (entry, content) => {
      const name = entry.slice(fileEntry('').length)
      const found = entry.startsWith(fileEntry('')) ? await files.find(name) : undefined
      const isThere = found && (await sumOf(await files.read(name))) === manifest.sha256[entry]
      if (!entry.startsWith(fileEntry('')) || isThere) {
        content.resume()
        return
      }
      await pipeline(content, createWriteStream(beside, { mode: 0o600 }))
      // A damaged file is replaced.
      if (found) await files.remove(name)
      else added.push(name)
      await files.store(name, beside)
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function sumOf(content: Readable): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of content) hash.update(piece as Buffer)
  return hash.digest('hex')
}

async function putRows(tx: Transaction, path: string, manifest: Manifest) {
  const tables = await listTables(tx)
  rejectOtherTables(tables, manifest.tables)
  await setTriggers(tx, tables, 'disable')
  // Rows of migrations.
  for (const { name } of tables.toReversed()) await tx.unsafe(`delete from "${name}"`)
  await eachEntry(path, async (entry, content) => {
    const table = manifest.tables.find(({ name }) => rowsEntry(name) === entry)
    if (table) await copyIn(tx, table, content)
    else content.resume()
  })
  // Deferred constraints are checked before any table is altered.
  await tx`set constraints all immediate`
  await setTriggers(tx, tables, 'enable')
  await setSequences(tx, manifest.sequences)
  for (const { name, rows } of manifest.tables) {
    const [counted] = await tx.unsafe<{ count: number }[]>(`select count(*) from "${name}"`)
    if (counted?.count !== rows) {
      throw new Error(`${name} has ${counted?.count} rows and not ${rows}. Nothing was changed.`)
    }
  }
  // Pages of the old rows must not be served, whatever version they have.
  await tx`update site_version set site_id = gen_random_uuid(), last_transaction = null`
  await tx`notify site_stale`
  await holdIssues(tx, tables)
}

/** What was sent after the backup was made must not be sent again. */
async function holdIssues(tx: Transaction, tables: Table[]) {
  if (!tables.some(({ name }) => name === 'letter_recipients')) return
  await tx`
    update letters set state = 'paused', trouble = null,
      why_paused = 'Restored from a backup: whoever got it after the backup was made would get it again.'
    where state = 'sending'`
  await tx`update letters set state = 'draft' where state = 'scheduled'`
}

function rejectOtherTables(ours: Table[], theirs: Table[]) {
  const written = (tables: Table[]) =>
    tables
      .map(({ name, columns }) => `${name}: ${columns.toSorted().join(' ')}`)
      .sort()
      .join('\n')
  if (written(ours) !== written(theirs)) {
    throw new BadArchive(
      'The archive has other tables than its own migrations make. Nothing was changed.',
    )
  }
}
