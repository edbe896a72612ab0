import { AsyncLocalStorage } from 'node:async_hooks'
import postgres from 'postgres'

/** Statements give up after this long, so that one bad query cannot hold a connection for ever. */
const statementTimeoutMs = 15_000

const types = {
  // Postgres sends these three as text because they may exceed a JavaScript number; ours never do:
  // counts stay far below 2^53 and prices have two decimals.
  count: { to: 20, from: [20], serialize: String, parse: Number },
  numeric: { to: 1700, from: [1700], serialize: String, parse: Number },
  // Times are ISO 8601 text everywhere outside the database.
  time: {
    to: 1184,
    from: [1184],
    serialize: (time: string | Date) => (time instanceof Date ? time.toISOString() : time),
    parse: (text: string) => new Date(text).toISOString(),
  },
}

/**
 * Opens a pool. A `host` parameter that is a folder means a Unix socket in it, as in libpq:
 * `postgres://app@localhost/ascend?host=/run/ascend`.
 */
export function openDatabase(url: string, options: { max?: number } = {}) {
  const address = new URL(url)
  const folder = address.searchParams.get('host')
  address.searchParams.delete('host')
  return postgres(address.href, {
    ...(folder?.startsWith('/') ? { path: `${folder}/.s.PGSQL.${address.port || 5432}` } : {}),
    max: options.max ?? 10,
    transform: { ...postgres.camel, undefined: null },
    types,
    connect_timeout: 10,
    connection: { application_name: 'ascend', statement_timeout: statementTimeoutMs },
    onnotice: () => {},
  })
}

export type Database = ReturnType<typeof openDatabase>

let open: Database | undefined

/** Chooses the database that `sql` speaks to; once a process, before the first query. */
export function connect(url: string): Database {
  open = openDatabase(url)
  return open
}

interface OpenTransaction {
  db: Database
  /** Its connection was cut: nothing may be sent on it any more. */
  isOver: boolean
}

const inTransaction = new AsyncLocalStorage<OpenTransaction>()

function opened(): Database {
  if (!open) throw new Error('No database: connect(url) must come first')
  const current = inTransaction.getStore()
  if (current?.isOver) throw new Error('The transaction has ended before its work')
  return current?.db ?? open
}

/** The one connection: camelCase outside, numeric as number, times as ISO text. */
export const sql: Database = new Proxy((() => {}) as unknown as Database, {
  apply: (_, __, args) => Reflect.apply(opened() as unknown as () => unknown, undefined, args),
  get: (_, name) => Reflect.get(opened(), name),
})

/**
 * Runs the work in one transaction: every query in it, of whichever file, is part of it, and all of them
 * stand or none does. Inside another transaction it joins that one. A throw rolls everything back.
 */
export async function transaction<T>(work: () => Promise<T>): Promise<T> {
  if (inTransaction.getStore()) return work()
  const current: Partial<OpenTransaction> = { isOver: false }
  const guarded = async () => {
    try {
      return await work()
    } catch (error) {
      // A cut connection fails the query first and the whole transaction a moment later.
      await new Promise(setImmediate)
      throw error
    } finally {
      if (current.isOver) await never
    }
  }
  try {
    const done = await opened().begin((tx) =>
      inTransaction.run(Object.assign(current, { db: tx }) as unknown as OpenTransaction, guarded),
    )
    return done as T
  } catch (error) {
    current.isOver = true
    throw error
  }
}

/**
 * After a cut connection not even an end may be sent on it: the driver would take the whole process down
 * (porsager/postgres, issue 1208).
 */
const never = new Promise<never>(() => {})

/** Runs the work as if no transaction were open: for what is shared with other requests. */
export function outsideTransaction<T>(work: () => T): T {
  return inTransaction.exit(work)
}
