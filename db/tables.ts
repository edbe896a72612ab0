import type { Readable } from 'node:stream'
import { copyFrom, copyTo } from './driver/copy.ts'
import type { Database } from './driver/open-database.ts'

export type Transaction = Parameters<
  Extract<Parameters<Database['begin']>[1], (tx: never) => unknown>
>[0]

// A backup copies every table by COPY and knows none by name.

export interface Table {
  name: string
  /** Generated columns are left out. */
  columns: string[]
}

/** Each table after those that it references. The settings make COPY write the same text on every server. */
export async function listTables(tx: Transaction): Promise<Table[]> {
  await tx`set local datestyle = 'ISO, YMD'`
  await tx`set local intervalstyle = 'postgres'`
  await tx`set local extra_float_digits = 1`
  await tx`set local bytea_output = 'hex'`
  await tx`set local timezone = 'UTC'`
  const tables = await tx<Table[]>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
      -- A partition's rows are its table's.
      and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    group by c.relname order by c.relname`
  const references = await tx<{ name: string; to: string }[]>`
    select distinct f.conrelid::regclass::text as name, f.confrelid::regclass::text as to
    from pg_constraint f
    where f.contype = 'f' and f.connamespace = current_schema()::regnamespace
      and f.conrelid <> f.confrelid and not f.condeferred and f.conparentid = 0`
  const sorted: Table[] = []
  const left = new Map(tables.map((table) => [table.name, table]))
  while (left.size > 0) {
    const free = [...left.values()].filter(
      ({ name }) =>
        !references.some((reference) => reference.name === name && left.has(reference.to)),
    )
    if (free.length === 0) throw new Error(`Tables reference each other: ${[...left.keys()]}`)
    for (const table of free) {
      sorted.push(table)
      left.delete(table.name)
    }
  }
  return sorted
}

function withColumns({ name, columns }: Table): string {
  return `"${name}" (${columns.map((column) => `"${column}"`).join(', ')})`
}

/** Rows in the text format of COPY, one a line. */
export async function copyOut(
  tx: Transaction,
  table: Table,
  read: (rows: Readable) => Promise<unknown>,
): Promise<void> {
  const columns = table.columns.map((column) => `"${column}"`).join(', ')
  // A query, because COPY does not accept a partitioned table by name.
  await copyTo(tx.unsafe(`copy (select ${columns} from "${table.name}") to stdout`), read)
}

/** Rejects with the database's error when a row is wrong. */
export async function copyIn(tx: Transaction, table: Table, rows: Readable): Promise<void> {
  await copyFrom(tx.unsafe(`copy ${withColumns(table)} from stdin`), rows)
}

/** A restore disables triggers, which would count, set times and notify, and enables them again before its commit. */
export async function setTriggers(tx: Transaction, tables: Table[], action: 'enable' | 'disable') {
  for (const { name } of tables) {
    await tx.unsafe(`alter table "${name}" ${action} trigger user`)
  }
}

export interface Sequence {
  name: string
  last: number
}

/** Sequences are not transactional, so read them after the rows. */
export async function listSequences(tx: Transaction): Promise<Sequence[]> {
  const rows = await tx<Sequence[]>`
    select sequencename as name, last_value as last from pg_sequences
    where schemaname = current_schema() and last_value is not null order by sequencename`
  return [...rows]
}

/** Continues sequences above the numbers of the restored rows. */
export async function setSequences(tx: Transaction, sequences: Sequence[]): Promise<void> {
  for (const { name, last } of sequences) {
    await tx`select setval(quote_ident(${name})::regclass, ${last})`
  }
}

export async function listFilled(tx: Transaction): Promise<string[]> {
  const filled: string[] = []
  for (const { name } of await listTables(tx)) {
    const [row] = await tx`select 1 from ${tx(name)} limit 1`
    if (row) filled.push(name)
  }
  return filled
}

/** Tables of extensions stay. */
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
    // `if exists`, since the cascade of another may have dropped it.
    await tx.unsafe(`drop routine if exists ${signature} cascade`)
  }
}
