import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isConnectionLost } from './database-unavailable.ts'
import type { Database } from './sql.ts'
import type { Transaction } from './tables.ts'

// Any fixed number: replicas do not migrate at once.
const migrationLock = 7_203_551

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

/** In the order of their names. */
export async function listMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8')
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** Runs new migrations by name, each in a transaction; resolves to their names. Throws when one that ran was edited. */
export async function migrate(db: Database, folder: string): Promise<string[]> {
  const migrations = await listMigrations(folder)
  const connection = await db.reserve()
  let isCut = false
  try {
    // A large table takes its time, and so does waiting for another replica.
    await connection`set statement_timeout = 0`
    await connection`select pg_advisory_lock(${migrationLock})`
    await connection.unsafe(noteOfMigrations)
    const ran = new Map(
      (
        await connection<{ name: string; sha256: string }[]>`select name, sha256 from migrations`
      ).map((row) => [row.name, row.sha256]),
    )
    const fresh: string[] = []
    for (const { name, sha256, text } of migrations) {
      const known = ran.get(name)
      if (known === sha256) continue
      if (known)
        throw new Error(`Migration ${name} was changed after it ran; write a new one instead`)
      await connection`begin`
      try {
        await connection.unsafe(text)
        await connection`insert into migrations (name, sha256) values (${name}, ${sha256})`
        await connection`commit`
      } catch (error) {
        isCut = isConnectionLost(error)
        if (isCut) throw error
        await connection`rollback`
        throw new Error(`Migration ${name} failed`, { cause: error })
      }
      fresh.push(name)
    }
    return fresh
  } catch (error) {
    isCut ||= isConnectionLost(error)
    throw error
  } finally {
    // On a lost connection the driver must not send anything more.
    if (!isCut) {
      await connection`select pg_advisory_unlock(${migrationLock})`.catch(() => {})
      await connection`reset statement_timeout`.catch(() => {})
      connection.release()
    }
  }
}

/** On an empty database, in an open transaction; other replicas wait. */
export async function migrateWithin(tx: Transaction, migrations: Migration[]): Promise<void> {
  await tx`select pg_advisory_xact_lock(${migrationLock})`
  await tx.unsafe(noteOfMigrations)
  for (const { name, sha256, text } of migrations) {
    await tx.unsafe(text)
    await tx`insert into migrations (name, sha256) values (${name}, ${sha256})`
  }
}
