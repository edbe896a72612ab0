import { join } from 'node:path'
import { type Config, readConfig } from '#api/config.ts'
import { withDatabase } from '#db/embedded/embedded.ts'
import { findWaiting, listMigrations, migrate } from '#db/migrate.ts'
import { readAfter } from '#db/migration-rules.ts'
import { checkDatabase } from '#db/requirements.ts'
import { openDataFolder } from '../data-folder.ts'
import { judgeNode } from '../doctor/judge.ts'
import { measureDisk, measureMemory } from '../doctor/measure.ts'

// What a new release is asked by `npm run upgrade` before it is started, each in its own folder, with the settings and the
// rights of the service.

interface CommandOptions {
  env: Record<string, string | undefined>
  root: string
}

/** A second service beside the first. */
const neededMemory = 250 * 2 ** 20
/** What is needed beside the backup: pages of the new release, and what is written meanwhile. */
const neededDisk = 300 * 2 ** 20

/** Whether it can run here. Changes nothing. Resolves to the text to print; rejects with one readable Error. */
export async function runCheck({ env, root }: CommandOptions): Promise<string> {
  const node = judgeNode(process.versions.node)
  if (node.state === 'problem') throw new Error(`${node.found} ${node.todo}`)
  const config = readConfig(env)
  const url = databaseOf(config)
  await openDataFolder(config.dataDir)
  const warnings = await checkDatabase(config.databaseUrl ?? url, url)
  return withDatabase(config, async (db) => {
    const migrations = await listMigrations(join(root, 'db', 'migrations'))
    const waiting = await findWaiting(db, migrations)
    // An empty database has had no release whose code could miss anything.
    if (waiting.length < migrations.length) rejectTooFarAhead(waiting, migrations)
    const [size] = await db<{ bytes: number }[]>`
      select pg_database_size(current_database()) as bytes`
    const [disk, memory] = [await measureDisk(config.dataDir), await measureMemory()]
    const room = neededDisk + (size?.bytes ?? 0)
    if (disk.freeBytes < room) {
      throw new Error(
        `${inMB(disk.freeBytes)} are free in ${config.dataDir}, and the upgrade needs ${inMB(room)}: for a backup, and for the pages of the new release. Make room; docs/runbook.md says what grows there.`,
      )
    }
    const free = memory.availableBytes + memory.freeSwapBytes
    if (free < neededMemory) {
      throw new Error(
        `${inMB(free)} of memory and swap are free, and a second service beside the first needs ${inMB(neededMemory)}. Add swap, or end what else runs here.`,
      )
    }
    return [
      `The settings can be read, and the database is what it must be. Free are ${inMB(disk.freeBytes)} of disk and ${inMB(free)} of memory and swap.`,
      ...warnings.map((warning) => `Beware: ${warning}.`),
      waiting.length > 0
        ? `${waiting.length === 1 ? 'One migration waits' : `${waiting.length} migrations wait`}: ${waiting.map(({ name }) => name).join(', ')}.`
        : 'No migration waits.',
    ].join('\n')
  })
}

/** What one release no longer uses, the next may take away; whoever skips one would take it from code that still runs. */
function rejectTooFarAhead(waiting: { name: string; text: string }[], all: { name: string }[]) {
  const isWaiting = (start: string) => waiting.some(({ name }) => name.startsWith(start))
  for (const { name, text } of waiting) {
    const after = readAfter(text)
    if (after === undefined || !isWaiting(after)) continue
    const needed = all.find((one) => one.name.startsWith(after))?.name ?? after
    throw new Error(
      `This release is too far ahead: ${name} takes away what the running one still uses. Upgrade to a release in between first: one that brings ${needed}, and not yet ${name}.`,
    )
  }
}

/** Runs what waits, while the release before serves. Resolves and rejects as above. */
export async function runMigrate({
  env,
  root,
  note,
}: CommandOptions & {
  /** Hears what it waits for. */
  note(sentence: string): void
}): Promise<string> {
  const config = readConfig(env)
  databaseOf(config)
  return withDatabase(config, async (db) => {
    const started = performance.now()
    const ran = await migrate(db, join(root, 'db', 'migrations'), { note })
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    if (ran.length === 0) return 'No migration waited.'
    return `${ran.length === 1 ? 'One migration' : `${ran.length} migrations`} in ${seconds} s: ${ran.join(', ')}.`
  })
}

/** Where one migrates: of the database itself, past a pooler. */
function databaseOf({ databaseDirectUrl }: Config): string {
  if (databaseDirectUrl) return databaseDirectUrl
  throw new Error(
    'The embedded database belongs to the one service that runs: two cannot use it side by side. Set DATABASE_URL, or stop the service, make a backup (npm run db:backup) and start the new code (UPGRADE.md).',
  )
}

const inMB = (bytes: number) => `${Math.floor(bytes / 2 ** 20)} MB`
