import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Database } from './driver/open-database.ts'

/** One connection, in a transaction. */
export type Transaction = Parameters<
  Extract<Parameters<Database['begin']>[1], (tx: never) => unknown>
>[0]

// Every table as it is, by COPY, whatever stands in it: what a backup is made of. Nothing here knows a table by name.

export interface Table {
  name: string
  /** Without those that the database makes of others. */
  columns: string[]
}

/**
 * The tables of this database, each after those that its rows point to. Types and numbers are written in one way,
 * whatever the server is set to.
 */
export async function listTables(tx: Transaction): Promise<Table[]> {
  await tx`set local datestyle = 'ISO, YMD'`
  await tx`set local intervalstyle = 'postgres'`
  await tx`set local extra_float_digits = 1`
  await tx`set local bytea_output = 'hex'`
  await tx`set local timezone = 'UTC'`
  const tables = await tx<Table[]>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    group by c.relname order by c.relname`
  const points = await tx<{ name: string; to: string }[]>`
    select distinct f.conrelid::regclass::text as name, f.confrelid::regclass::text as to
    from pg_constraint f
    where f.contype = 'f' and f.connamespace = current_schema()::regnamespace
      and f.conrelid <> f.confrelid and not f.condeferred`
  const sorted: Table[] = []
  const left = new Map(tables.map((table) => [table.name, table]))
  while (left.size > 0) {
    const free = [...left.values()].filter(
      ({ name }) => !points.some((one) => one.name === name && left.has(one.to)),
    )
    if (free.length === 0) throw new Error(`Tables point to each other: ${[...left.keys()]}`)
    for (const table of free) {
      sorted.push(table)
      left.delete(table.name)
    }
  }
  return sorted
}

function named({ name, columns }: Table): string {
  return `"${name}" (${columns.map((column) => `"${column}"`).join(', ')})`
}

/** Hands its rows on in Postgres' own text format, a line each. */
export async function copyOut(
  tx: Transaction,
  table: Table,
  take: (rows: Readable) => Promise<unknown>,
): Promise<void> {
  const query = tx.unsafe(`copy ${named(table)} to stdout`)
  const rows = await query.readable()
  try {
    await take(rows)
  } catch (error) {
    await throwAway(query, rows)
    throw error
  }
  // The driver stops listening to the server while nobody takes rows, and would not begin again when the last of them
  // were waiting.
  rows._read(0)
}

/** Until all rows have come the connection takes no other word, not even the one that ends the transaction. */
async function throwAway(query: object, rows: Readable): Promise<void> {
  const { _readableState: state } = rows as unknown as { _readableState: { ended: boolean } }
  await new Promise<void>((resolve) => {
    const push = (piece: Buffer | null) => {
      if (piece === null) resolve()
      return true
    }
    Object.assign(rows, { push })
    // What the driver calls when the connection is cut.
    Object.assign(query, { reject: resolve })
    if (state.ended) resolve()
    rows._read(0)
  })
}

/** Takes such rows into a table; what the database says of a wrong one is what it rejects with. */
export async function copyIn(tx: Transaction, table: Table, rows: Readable): Promise<void> {
  const query = tx.unsafe(`copy ${named(table)} from stdin`)
  const into: Writable = await query.writable()
  // To the driver the query is answered when its stream is there; what fails when all rows have come, as foreign keys
  // do, would be heard by nobody, and the stream would never end.
  const failed = new Promise<never>((_, reject) => {
    Object.assign(query, { reject })
  })
  await Promise.race([pipeline(rows, into), failed])
}

/** Off: rows come in as they were, and nothing is counted, stamped or told anew. Within the transaction alone. */
export async function setTriggers(tx: Transaction, tables: Table[], way: 'enable' | 'disable') {
  for (const { name } of tables) {
    await tx.unsafe(`alter table "${name}" ${way} trigger user`)
  }
}

export interface Sequence {
  name: string
  last: number
}

/** How far each has come that was ever asked: sequences know no transaction, so to be read after the rows. */
export async function listSequences(tx: Transaction): Promise<Sequence[]> {
  const rows = await tx<Sequence[]>`
    select sequencename as name, last_value as last from pg_sequences
    where schemaname = current_schema() and last_value is not null order by sequencename`
  return [...rows]
}

/** New rows get numbers above those that there were. */
export async function setSequences(tx: Transaction, sequences: Sequence[]): Promise<void> {
  for (const { name, last } of sequences) {
    await tx`select setval(quote_ident(${name})::regclass, ${last})`
  }
}

/** Which tables hold rows. */
export async function listFilled(tx: Transaction): Promise<string[]> {
  const filled: string[] = []
  for (const { name } of await listTables(tx)) {
    const [row] = await tx`select 1 from ${tx(name)} limit 1`
    if (row) filled.push(name)
  }
  return filled
}

/** Takes away every table, sequence and function of the schema, but for those of extensions. */
export async function dropAll(tx: Transaction): Promise<void> {
  const tables = (await listTables(tx)).map(({ name }) => `"${name}"`)
  if (tables.length > 0) await tx.unsafe(`drop table ${tables.join(', ')} cascade`)
  const sequences = await tx<{ name: string }[]>`
    select sequencename as name from pg_sequences where schemaname = current_schema()`
  for (const { name } of sequences) await tx.unsafe(`drop sequence "${name}" cascade`)
  const routines = await tx<{ signature: string }[]>`
    select p.oid::regprocedure::text as signature from pg_proc p
    where p.pronamespace = current_schema()::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`
  for (const { signature } of routines) {
    // One may have gone with another that it was made for.
    await tx.unsafe(`drop routine if exists ${signature} cascade`)
  }
}
