import { AsyncLocalStorage } from 'node:async_hooks'
import {
  DatabaseUnavailableError,
  isConnectionLost,
  isNoneLeft,
  readFault,
} from './database-unavailable.ts'
import { connectionLost, type Database, openDatabase } from './driver/open-database.ts'
import { queryTimeout } from './driver/query-timeout.ts'
import { type Pool, resilientPool } from './driver/resilient-pool.ts'

export { type Database, DatabaseUnavailableError, openDatabase }

/** Between two attempts to hear of changes again. */
const listenAgainMs = 1_000

let open: ReturnType<typeof openAll> | undefined

function openAll(url: string, withinMs: number | undefined) {
  const pool = resilientPool(url, withinMs)
  return {
    pool,
    waiting: queryTimeout(() => pool.doubt('silent'), withinMs),
    // Whoever listens goes on listening, whatever becomes of the pools.
    listening: openDatabase(url, { max: 1, pauseMs: listenAgainMs }),
  }
}

/** Chooses the database that `sql` speaks to; once a process, before the first query. `withinMs`: tests only. */
export function connect(url: string, withinMs?: number): Database {
  open = openAll(url, withinMs)
  return sql
}

interface OpenTransaction {
  pool: Pool
  db: Database
  /** Its connection was cut: nothing may be sent on it any more. */
  isOver: boolean
  /** Ends it for whoever waits for it, whatever becomes of its connection. */
  abandon(fault: unknown): void
}

const inTransaction = new AsyncLocalStorage<OpenTransaction>()

function opened() {
  if (!open) throw new Error('No database: connect(url) must come first')
  return open
}

/** Where the next query goes. */
function asked(): Pool | OpenTransaction {
  const current = inTransaction.getStore()
  if (current?.isOver) throw new Error('The transaction has ended before its work')
  return current ?? opened().pool.current()
}

/** The one connection: camelCase outside, numeric as number, times as ISO text. */
export const sql: Database = new Proxy((() => {}) as unknown as Database, {
  apply(_, __, args) {
    const on = asked()
    return guard(Reflect.apply(on.db as unknown as () => object, undefined, args), on)
  },
  get(_, name) {
    if (name === 'listen') return opened().listening.listen
    if (name === 'end') return end
    const on = asked()
    const found = Reflect.get(on.db, name)
    return name === 'unsafe' ? (...args: unknown[]) => guard(found(...args), on) : found
  },
})

async function end({ timeout = 5 }: { timeout?: number } = {}) {
  const { pool, listening } = opened()
  await Promise.all([pool.end(timeout), listening.end({ timeout })])
}

/** As much of a query as is needed to stand between it and its connection. */
interface Query {
  handler(query: Query): void
  resolve(result: unknown): void
  reject(fault: unknown): void
}

/** Sees to it that a query waits no longer than it may, and that a fault of the database is called one. */
function guard(built: object, on: Pool | OpenTransaction): object {
  const query = built as Query
  // Names and lists are nothing that is sent; parts of a query are never sent by themselves.
  if (typeof query.handler !== 'function') return built
  const { pool, waiting } = opened()
  const current = 'abandon' in on ? on : undefined
  const its = current?.pool ?? (on as Pool)
  const send = query.handler
  query.handler = () => {
    const { resolve, reject } = query
    const giveUp = (fault: DatabaseUnavailableError) => {
      current?.abandon(fault)
      reject.call(query, fault)
    }
    let leave: ReturnType<typeof waiting.enter>
    try {
      if (current?.isOver) throw new Error('The transaction has ended before its work')
      if (!current && its.isOver()) throw readFault(connectionLost())
      leave = waiting.enter(giveUp, current !== undefined)
    } catch (fault) {
      reject.call(query, fault)
      return
    }
    query.resolve = (result) => {
      leave()
      resolve.call(query, withoutHoles(result))
    }
    query.reject = (error) => {
      const fault = readFault(error)
      leave(fault)
      if (isNoneLeft(fault)) its.apiError()
      if (isConnectionLost(fault)) {
        pool.doubt('lost', its)
        if (current) current.isOver = true
      }
      reject.call(query, fault)
    }
    send(query)
  }
  return built
}

/**
 * The driver goes on counting where an answer broke off in its rows (porsager/postgres, issue 1181): the next one on that
 * connection begins with as many holes, and whoever takes its first row finds none.
 */
function withoutHoles(result: unknown): unknown {
  if (Array.isArray(result) && result.length > 0 && !(0 in result)) {
    result.splice(
      0,
      result.findIndex((_, index) => index in result),
    )
  }
  return result
}

/**
 * For a query whose best plan hangs on the text that is looked for. From the sixth time on Postgres may take one plan for
 * whatever is asked, and a pattern that is in every row wants another than one that is in none: among 10,000 books it
 * took 80 ms in place of 1. This one is planned each time.
 */
export function plannedEachTime<Query extends object>(query: Query): Query {
  ;(query as unknown as { options: { prepare: boolean } }).options.prepare = false
  return query
}

/**
 * Runs the work in one transaction: every query in it, of whichever file, is part of it, and all of them
 * stand or none does. Inside another transaction it joins that one. A throw rolls everything back.
 */
export async function transaction<T>(work: () => Promise<T>): Promise<T> {
  if (inTransaction.getStore()) return work()
  const { pool, waiting } = opened()
  const on = pool.current()
  if (on.isOver()) throw readFault(connectionLost())
  let giveUp: (fault: unknown) => void = () => {}
  const abandoned = new Promise<never>((_, reject) => {
    giveUp = reject
  })
  let isTooLate = false
  let ofTheWork: unknown
  const leaveQueue = waiting.enter((fault) => {
    isTooLate = true
    giveUp(fault)
  })
  let leaveEnd: typeof leaveQueue | undefined
  const current: Omit<OpenTransaction, 'db'> = {
    pool: on,
    isOver: false,
    abandon(fault) {
      current.isOver = true
      pool.abandon(on)
      giveUp(fault)
    },
  }
  const guarded = async () => {
    leaveQueue()
    if (isTooLate) throw new Error('Nobody waits for this transaction any more')
    try {
      return await work()
    } catch (error) {
      ofTheWork = error
      // A cut connection fails the query first and the whole transaction a moment later.
      await new Promise(setImmediate)
      throw error
    } finally {
      if (current.isOver) await never
      leaveEnd = waiting.enter(current.abandon, true)
    }
  }
  const begun = on.db
    .begin((db) =>
      inTransaction.run(Object.assign(current, { db: db as unknown as Database }), guarded),
    )
    .then(
      (done) => {
        leaveEnd?.()
        return done as T
      },
      (error) => {
        current.isOver = true
        // What the work has thrown is what it is, were it another server that could not be reached.
        const fault = error === ofTheWork ? error : readFault(error)
        leaveQueue(fault)
        leaveEnd?.(fault)
        if (isNoneLeft(fault) && error !== ofTheWork) on.apiError()
        if (isConnectionLost(fault)) pool.doubt('lost', on)
        throw fault
      },
    )
  return Promise.race([begun, abandoned])
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
