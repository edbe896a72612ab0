import { randomUUID } from 'node:crypto'
import type { Fragment } from 'postgres'
import { DatabaseUnavailableError } from './driver/database-unavailable.ts'
import { guardedPool, type QueryTarget } from './driver/guarded-pool.ts'
import { type Database, openDatabase } from './driver/open-database.ts'
import { plannedEachTime } from './driver/query-hooks.ts'
import { scope } from './driver/scope.ts'
import type { Tables } from './schema.ts'

export { type Database, DatabaseUnavailableError, openDatabase, plannedEachTime }

const listenAgainMs = 1_000

/**
 * The application_name of this process's LISTEN connection. Postgres closes it with the process, so pg_stat_activity
 * shows other replicas whether the process is running.
 */
export const processName = `ascend ${randomUUID()}`

interface Connected {
  pool: ReturnType<typeof guardedPool>
  /** A separate connection, which survives replaced pools. */
  listener: Database
}

let connected: Connected | undefined

/**
 * Sets the database of `sql`, once a process. A different `directUrl` means that `url` is a transaction pooler, which does
 * not support LISTEN. `withinMs`: tests only.
 */
export function connect(url: string, withinMs?: number, directUrl = url): Database {
  connected = {
    pool: guardedPool(url, withinMs, directUrl !== url),
    listener: openDatabase(directUrl, { max: 1, pauseMs: listenAgainMs, name: processName }),
  }
  return sql
}

function connections(): Connected {
  if (!connected) throw new Error('No database is connected: call connect(url) first')
  return connected
}

const openTransaction = scope<QueryTarget>()

function currentTarget(): QueryTarget {
  return openTransaction.current() ?? connections().pool.current()
}

/** Rows have camelCase keys, numeric as number and times as ISO text. */
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

/** Every query during the work is part of the transaction; a nested call joins it. An error rolls everything back. */
export async function transaction<T>(work: () => Promise<T>): Promise<T> {
  if (openTransaction.current()) return work()
  return connections().pool.begin((target) => openTransaction.run(target, work))
}

/** Leaves the transaction of the caller, for results that other requests share. */
export function outsideTransaction<T>(work: () => T): T {
  return openTransaction.leave(work)
}

type Table = keyof Tables

/** A row as selected from a table: all columns, or those named. */
export type Row<T extends Table, C extends keyof Tables[T] = keyof Tables[T]> = Pick<Tables[T], C>

interface Columns<T extends Table, C extends keyof Tables[T]> extends ReadonlyArray<C & string> {
  /** It is there for the types alone. */
  row?: Row<T, C>
}

/** The list for `select ${sql(list)}`, with rows of type `RowOf<typeof list>`. */
export function columns<T extends Table, C extends keyof Tables[T] & string>(
  _table: T,
  names: readonly C[],
): Columns<T, C> {
  return names
}

export type RowOf<List extends { row?: object }> = NonNullable<List['row']>

/** The nullable side of an outer join. */
export type Nullable<R> = { [C in keyof R]: R[C] | null }

type Written<T extends Table> = {
  [C in keyof Tables[T]]?: null extends Tables[T][C]
    ? Value<Tables[T][C]> | undefined
    : Value<Tables[T][C]>
}
/** Times are read as text, days as dates; both are written either way. */
type Value<V> = unknown extends V
  ? V
  : string extends V
    ? V | Date
    : Date extends V
      ? V | string
      : V

/** Used as `insert into table ${values(…)}` and `update table set ${values(…)}`; only columns of the table compile. */
export function values<T extends Table, R extends Written<T>>(
  _table: T,
  rows: OneOrMany<R & Record<Exclude<keyof R, keyof Tables[T]>, never>>,
) {
  // The driver's own type requires an index signature, which interfaces lack.
  return sql(rows as never)
}

type OneOrMany<R> = R | readonly R[]

/** A value of a json column; the driver's own type does not accept interfaces. */
export function json(value: unknown) {
  return sql.json(value as never)
}

/** A `like` pattern that finds the text literally. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** The words of a search that are used. */
export function wordsOf(search = ''): string[] {
  return search.trim().split(/\s+/).filter(Boolean).slice(0, mostWords)
}

const mostWords = 8

/** Whether a text in lower case contains each of the words, in any case. */
export function hasWords(text: Fragment, words: readonly string[]): Fragment {
  return words.reduce<Fragment>(
    (all, word) => sql`${all} and ${text} like lower(normalize(${containing(word)}))`,
    sql`true`,
  )
}

/** Rows that a search reads one by one, and rows that it takes from an index. */
const searchedRows = 1000
/** Words that so many of the newest rows have are not looked for in older ones. */
const enoughRows = 20

/**
 * The ids of rows that have all words in a text with an index of three-letter pieces. The cost does not grow with the
 * table: frequent words are looked for in the newest rows alone, and so are words of one or two letters, which are in no
 * such index. `from`: what follows `from`, with a condition.
 */
export function idsWithWords(
  words: readonly string[],
  { from, text, newestFirst }: { from: Fragment; text: Fragment; newestFirst: Fragment },
): Fragment {
  const isIndexed = words.some((word) => /[\p{L}\p{N}]{3}/u.test(word))
  const older = sql`
    union (
      select id from ${from} and ${hasWords(text, words)}
        and (select count(*) from newest) < ${enoughRows}
      limit ${searchedRows}
    )`
  return sql`
    with newest as (
      select id from (select * from ${from} order by ${newestFirst} limit ${searchedRows}) as newest
      where ${hasWords(text, words)}
    )
    select id from newest ${isIndexed ? older : sql``}`
}

/** Comparing a column of uuids with any other text is an error. In any case. */
export const isUuid = (text: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

export async function first<R>(rows: PromiseLike<R[]>): Promise<R | undefined> {
  return (await rows)[0]
}

/** Whether a statement finds, adds, changes or deletes any row. */
export async function hasRows(statement: PromiseLike<{ count: number }>): Promise<boolean> {
  return (await statement).count > 0
}

/** The length of a list. `from`: what follows `from` in the query. */
export async function countRows(from: Fragment): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*) from ${from}`
  return row?.count ?? 0
}

/** What is counted by name, names without any too, and all of it together. */
export function countsOf<Name extends string>(
  names: readonly Name[],
  counted: readonly { name: Name; count: number }[],
): Record<Name | 'all', number> {
  const of = (name: Name) => counted.find((row) => row.name === name)?.count ?? 0
  const all = counted.reduce((sum, { count }) => sum + count, 0)
  return Object.fromEntries([['all', all], ...names.map((name) => [name, of(name)])])
}

export interface Slice {
  limit: number
  offset: number
}

/** One page of a list, with the length of the whole list. What is asked for beside the page narrows both. */
export async function pageOf<Filter, Row, Item = Row>(
  { page, pageSize, ...rest }: Filter & { page: number; pageSize: number },
  list: (asked: Filter & Slice) => PromiseLike<Row[]>,
  count: (filter: Filter) => PromiseLike<number>,
  // Without it an item is a row, which the default of a type cannot say.
  show = (row: Row) => row as unknown as Item,
): Promise<{ items: Item[]; total: number }> {
  // What is left of an intersection is not known to be its other half.
  const filter = rest as Filter
  const [rows, total] = await Promise.all([
    list({ ...filter, limit: pageSize, offset: (page - 1) * pageSize }),
    count(filter),
  ])
  return { items: rows.map(show), total }
}
