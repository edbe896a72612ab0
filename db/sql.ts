import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { DatabaseUnavailableError } from './database-unavailable.ts'
import { guardedPool, type QueryTarget } from './driver/guarded-pool.ts'
import { type Database, openDatabase } from './driver/open-database.ts'
import { plannedEachTime } from './driver/query-hooks.ts'
import { openRead } from './open-read.ts'

export { type Database, DatabaseUnavailableError, openDatabase, plannedEachTime }

const listenAgainMs = 1_000

/**
 * What the connection of this process for notifications is called. Postgres closes it with the process: others see by
 * pg_stat_activity whether the process is there.
 */
export const processName = `ascend ${randomUUID()}`

interface Connected {
  pool: ReturnType<typeof guardedPool>
  /** A connection of its own that survives the pools. */
  listener: Database
}

let connected: Connected | undefined

/**
 * Chooses the database of `sql`, once a process. Another `directUrl` says that `url` is a pooler of transactions, where
 * nobody can listen. `withinMs`: tests only.
 */
export function connect(url: string, withinMs?: number, directUrl = url): Database {
  connected = {
    pool: guardedPool(url, withinMs, directUrl !== url),
    listener: openDatabase(directUrl, { max: 1, pauseMs: listenAgainMs, name: processName }),
  }
  return sql
}

function connections(): Connected {
  if (!connected) throw new Error('No database: connect(url) must come first')
  return connected
}

const openTransaction = new AsyncLocalStorage<QueryTarget>()

function currentTarget(): QueryTarget {
  return openTransaction.getStore() ?? openRead.getStore()?.standby ?? connections().pool.current()
}

/** camelCase outside, numeric as number, times as ISO text. */
export const sql: Database = new Proxy((() => {}) as unknown as Database, {
  apply(_, __, args) {
    const { db, guard } = currentTarget()
    return guard(Reflect.apply(db as unknown as () => object, undefined, args))
  },
  get(_, name) {
    if (name === 'listen') return connections().listener.listen
    if (name === 'end') return end
    const { db, guard } = currentTarget()
    const property = Reflect.get(db, name)
    return name === 'unsafe' ? (...args: unknown[]) => guard(property(...args)) : property
  },
})

async function end({ timeout = 5 }: { timeout?: number } = {}) {
  const { pool, listener } = connections()
  await Promise.all([pool.end(timeout), listener.end({ timeout })])
}

/** Every query during the work is part of the transaction; a nested call joins it. A throw rolls everything back. */
export async function transaction<T>(work: () => Promise<T>): Promise<T> {
  if (openTransaction.getStore()) return work()
  return connections().pool.begin((target) => openTransaction.run(target, work))
}

/** As if no transaction were open, nor a read from a standby: for what other requests share. */
export function outsideTransaction<T>(work: () => T): T {
  return openTransaction.exit(() => openRead.exit(work))
}

/** A pattern of `like`, its own signs escaped. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
