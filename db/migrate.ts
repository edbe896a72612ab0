import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { advisoryLocks } from './advisory-locks.ts'
import { isConnectionLost } from './driver/database-unavailable.ts'
import type { Database } from './sql.ts'
import type { Transaction } from './tables.ts'

const noteOfMigrations = `
  create table if not exists migrations (
    name text primary key,
    sha256 text not null,
    ran_at timestamptz not null default now()
  )`

export interface Migration {
  name: string
  sha256: string
  text: string
}

/** How long a migration waits, in milliseconds. */
interface Patience {
  /** The wait for a lock on a table: short, since later queries, of readers too, queue behind it. */
  lockMs: number
  /** The time for all attempts to get that lock. */
  attemptsMs: number
  /** How long another running migrator is waited for. */
  othersMs: number
  /** A migrator idle for this long counts as dead, though its connection is still open. */
  deadMs: number
}

const patience: Patience = {
  lockMs: 400,
  attemptsMs: 10 * 60_000,
  othersMs: 60 * 60_000,
  deadMs: 60_000,
}
const firstPauseMs = 250
const mostPauseMs = 5_000
const askAgainMs = 200

interface MigrateOptions extends Partial<Patience> {
  /** It is called with what it waits for, once for each reason. */
  note?(sentence: string): void
}

/** They are sorted by name. */
export async function listMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8')
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

type Ran = Pick<Migration, 'name' | 'sha256'>

/** `missing`: the last of the files that a baseline replaces, where only some before it ran: its database is too old. */
interface History {
  ran: Ran[]
  missing: string | undefined
}

/**
 * What ran on a database or a backup, as this release has it: a baseline in place of the files that it replaces. `rows`: what
 * the table of migrations says.
 */
export function readHistory(known: Migration[], rows: readonly Ran[]): History {
  const names = new Set(known.map(({ name }) => name))
  let ran = [...rows]
  for (const { name, sha256, text } of known) {
    const last = readReplaced(text)
    const replaced = last ? ran.filter((row) => row.name <= last && !names.has(row.name)) : []
    if (replaced.length === 0) continue
    if (!replaced.some((row) => row.name === last)) return { ran, missing: last }
    ran = ran.filter((row) => !replaced.includes(row))
    if (!ran.some((row) => row.name === name)) ran.unshift({ name, sha256 })
  }
  return { ran, missing: undefined }
}

/** What to do about a database that is too old. */
export const upgradeBetween = (missing: string) =>
  `upgrade to a release in between first, the last one that has ${missing} (UPGRADE.md says which)`

/** Pending migrations; throws when one was edited after it ran, and when the database is too old for this release. */
export async function findWaiting(db: Database, migrations: Migration[]): Promise<Migration[]> {
  return (await compare(db, migrations)).waiting
}

/** `replaced`: baselines whose files ran before there was a baseline. */
async function compare(db: Database, migrations: Migration[]) {
  const [known] = await db<{ isThere: boolean }[]>`
    select to_regclass('migrations') is not null as is_there`
  const rows: readonly Ran[] = known?.isThere
    ? await db<Ran[]>`select name, sha256 from migrations`
    : []
  const history = readHistory(migrations, rows)
  if (history.missing) {
    throw new Error(
      `The database is too old for this release, and nothing was changed: ${upgradeBetween(history.missing)}`,
    )
  }
  const ran = new Map(history.ran.map((row) => [row.name, row.sha256]))
  const waiting = migrations.filter(({ name, sha256 }) => {
    const sum = ran.get(name)
    if (sum === undefined || sum === sha256) return sum === undefined
    throw new Error(`Migration ${name} was changed after it ran; write a new one instead`)
  })
  return { waiting, replaced: history.ran.filter((row) => !rows.includes(row)) }
}

/**
 * Runs pending migrations in order and resolves to their names. Each is applied as a whole or not at all, and none makes
 * readers queue behind a lock that it waits for. Throws as `findWaiting` does.
 */
export async function migrate(
  db: Database,
  folder: string,
  options: MigrateOptions = {},
): Promise<string[]> {
  const migrations = await listMigrations(folder)
  const migrator = { note: () => {}, ...patience, ...options }
  const connection = await db.reserve()
  let isCut = false
  try {
    // A large table takes longer than the usual limit.
    await connection`set statement_timeout = 0`
    // Releases the locks of a process that died within a transaction, however its connection ended.
    await connection.unsafe(`set idle_in_transaction_session_timeout = ${migrator.deadMs}`)
    await lockOthersOut(connection, migrator)
    await connection.unsafe(noteOfMigrations)
    const { waiting, replaced } = await compare(connection as unknown as Database, migrations)
    for (const baseline of replaced) await noteRun(connection, baseline)
    for (const migration of waiting) await run(connection, migration, migrator)
    return waiting.map(({ name }) => name)
  } catch (error) {
    isCut = isConnectionLost((error as Error).cause ?? error) || isConnectionLost(error)
    throw error
  } finally {
    // The driver must not send anything on a lost connection.
    if (!isCut) {
      await connection`select pg_advisory_unlock(${advisoryLocks.migrate})`.catch(() => {})
      await connection`reset statement_timeout`.catch(() => {})
      await connection`reset lock_timeout`.catch(() => {})
      await connection`reset idle_in_transaction_session_timeout`.catch(() => {})
      connection.release()
    }
  }
}

type Connection = Awaited<ReturnType<Database['reserve']>>
type Migrator = Patience & { note(sentence: string): void }

/** One migrator at a time: the lock ends with its connection. A dead migrator is terminated. */
async function lockOthersOut(connection: Connection, { othersMs, deadMs, note }: Migrator) {
  const end = Date.now() + othersMs
  for (let isNoted = false; ; ) {
    const [row] = await connection<{ isMine: boolean }[]>`
      select pg_try_advisory_lock(${advisoryLocks.migrate}) as is_mine`
    if (row?.isMine) return
    // A running migrator is active or in a transaction; between two migrations it is idle for a moment.
    const [holder] = await connection<{ pid: number; idleMs: number }[]>`
      select a.pid, case when a.state = 'idle' then
        extract(epoch from clock_timestamp() - a.state_change) * 1000 else 0 end::float8 as idle_ms
      from pg_locks l join pg_stat_activity a using (pid)
      where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = ${advisoryLocks.migrate}
        and l.objsubid = 1 and l.database = (select oid from pg_database where datname = current_database())`
    if (holder && holder.idleMs > deadMs) {
      note(
        `A migrator has held the lock and done nothing for ${Math.round(holder.idleMs / 1000)} s: it is ended.`,
      )
      await connection`select pg_terminate_backend(${holder.pid})`
    } else if (holder && !isNoted) {
      note(`Another migrator is at work (process ${holder.pid} of Postgres): waiting for it.`)
      isNoted = true
    }
    if (Date.now() > end) {
      throw new Error(
        `Another migrator has been at work for ${Math.round(othersMs / 60_000)} minutes${holder ? ` (process ${holder.pid} of Postgres)` : ''}. Nothing was changed. Wait for it and start again, or end it: select pg_terminate_backend(${holder?.pid ?? 'its process'})`,
      )
    }
    await pause(askAgainMs)
  }
}

/** Rejects with an Error that names the migration and has the reason as its cause. */
async function run(connection: Connection, migration: Migration, migrator: Migrator) {
  const { name, text } = migration
  const end = Date.now() + migrator.attemptsMs
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, mostPauseMs)) {
    try {
      return await ways[readWay(text)](connection, migration, migrator)
    } catch (error) {
      const isWaiting = isLocked(error)
      if (isWaiting && Date.now() + pauseMs < end) {
        if (pauseMs === firstPauseMs) {
          migrator.note(
            `Migration ${name} waits for a table that is in use, and asks again; nobody waits behind it.`,
          )
        }
        // A random pause, so that the attempts do not run in step with the holder of the lock.
        await pause(pauseMs * (0.5 + Math.random()))
        continue
      }
      if (!isWaiting) throw new Error(`Migration ${name} failed`, { cause: error })
      throw new Error(
        `Migration ${name} got no lock within ${Math.round(migrator.attemptsMs / 1000)} s and changed nothing: a long transaction or a backup holds its table. Try again when that is over; docs/runbook.md shows how to find it.`,
        { cause: error },
      )
    }
  }
}

/** Either lock_not_available or deadlock_detected. */
function isLocked(error: unknown): boolean {
  return ['55P03', '40P01'].includes((error as { code?: string }).code ?? '')
}

type RunOne = (connection: Connection, migration: Migration, migrator: Migrator) => Promise<void>

const ways: Record<Way, RunOne> = {
  async transaction(connection, migration, { lockMs }) {
    await connection`begin`
    await rollingBack(connection, async () => {
      await connection.unsafe(`set local lock_timeout = ${lockMs}`)
      await connection.unsafe(migration.text)
      await noteRun(connection, migration)
      await connection`commit`
    })
  },

  /** A concurrent index, which blocks nobody and runs outside of transactions only. */
  async concurrently(connection, migration) {
    await connection.unsafe('set lock_timeout = 0')
    const index = readConcurrentIndex(migration.text)
    await dropInvalid(connection, index)
    await connection.unsafe(migration.text)
    await noteRun(connection, migration)
  },

  /** A statement that changes a batch of rows, repeated until none is left. */
  async batches(connection, migration, { lockMs }) {
    await connection.unsafe(`set lock_timeout = ${lockMs}`)
    for (let changed = 1; changed > 0; ) {
      const result = await connection.unsafe(migration.text)
      changed = result.count ?? 0
    }
    await noteRun(connection, migration)
  },
}

async function rollingBack(connection: Connection, work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    if (!isConnectionLost(error)) await connection`rollback`
    throw error
  }
}

/** An index whose build was interrupted: Postgres never uses it and updates it at each write. */
async function dropInvalid(connection: Connection, { name }: ConcurrentIndex) {
  const [left] = await connection<{ oid: number }[]>`
    select c.oid from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relname = ${name} and c.relnamespace = current_schema()::regnamespace and not i.indisvalid`
  if (left) await connection.unsafe(`drop index concurrently if exists "${name}"`)
}

async function noteRun(connection: Connection | Transaction, { name, sha256 }: Ran) {
  await connection`insert into migrations (name, sha256) values (${name}, ${sha256})`
}

/** Runs all migrations on an empty database within an open transaction, while other replicas wait. */
export async function migrateWithin(tx: Transaction, migrations: Migration[]): Promise<void> {
  await tx`select pg_advisory_xact_lock(${advisoryLocks.migrate})`
  await tx.unsafe(noteOfMigrations)
  for (const migration of migrations) {
    const { text } = migration
    // The database has no other users, and a transaction allows no concurrent index.
    await tx.unsafe(
      readWay(text) === 'concurrently' ? text.replace(/\bindex concurrently\b/i, 'index') : text,
    )
    await noteRun(tx, migration)
  }
}

/** How a migration runs: in one transaction, unless its first line says otherwise. */
type Way = 'transaction' | 'concurrently' | 'batches'

const marks: Record<string, Way> = {
  '-- concurrently': 'concurrently',
  '-- in batches': 'batches',
}

export function readWay(text: string): Way {
  return marks[text.split('\n', 1)[0]?.trim() ?? ''] ?? 'transaction'
}

/** The last of the migrations that this one, a baseline, replaces. */
export function readReplaced(text: string): string | undefined {
  return /^-- replaces up to (\S+)\n/.exec(text)?.[1]
}

interface ConcurrentIndex {
  name: string
}

const concurrentIndex =
  // unchecked pattern: it reads our own migrations.
  /^(?:create (?:unique )?index concurrently if not exists|drop index concurrently if exists) ([a-z_][a-z0-9_]*)\b[^;]*;?$/i

/** The one statement of a migration that runs outside of a transaction; throws when it is something else. */
export function readConcurrentIndex(text: string): ConcurrentIndex {
  const statement = text.replace(/--.*$/gm, '').trim().replace(/\s+/g, ' ')
  const name = concurrentIndex.exec(statement)?.[1]
  if (name) return { name: name.toLowerCase() }
  throw new Error(
    'It must be one statement: create index concurrently if not exists …, or drop index concurrently if exists …',
  )
}
