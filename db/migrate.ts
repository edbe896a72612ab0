import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from './sql.ts'

// Any fixed number: it keeps two replicas from migrating at once.
const migrationLock = 7_203_551

/**
 * Runs the migrations that the database has not had, each in its own transaction, in the order of their names.
 * Resolves to the names it ran. Throws when a migration that already ran was edited: those are history.
 */
export async function migrate(db: Database, folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const connection = await db.reserve()
  try {
    // A migration of a large table takes its time, and so does waiting for another replica's.
    await connection`set statement_timeout = 0`
    await connection`select pg_advisory_lock(${migrationLock})`
    await connection`
      create table if not exists migrations (
        name text primary key,
        sha256 text not null,
        ran_at timestamptz not null default now()
      )`
    const ran = new Map(
      (
        await connection<{ name: string; sha256: string }[]>`select name, sha256 from migrations`
      ).map((row) => [row.name, row.sha256]),
    )
    const fresh: string[] = []
    for (const name of files) {
      const text = await readFile(join(folder, name), 'utf8')
      const sha256 = createHash('sha256').update(text).digest('hex')
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
        await connection`rollback`
        throw new Error(`Migration ${name} failed`, { cause: error })
      }
      fresh.push(name)
    }
    return fresh
  } finally {
    await connection`select pg_advisory_unlock(${migrationLock})`.catch(() => {})
    await connection`reset statement_timeout`.catch(() => {})
    connection.release()
  }
}
