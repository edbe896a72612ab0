import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Database } from './open-database.ts'
import { onQueryFault } from './query-hooks.ts'

type CopyQuery = ReturnType<Database['unsafe']>

/** Hands the bytes of `copy … to stdout` to `read`. The transaction goes on after it, also when `read` rejects. */
export async function copyTo(
  query: CopyQuery,
  read: (rows: Readable) => Promise<unknown>,
): Promise<void> {
  const rows = await query.readable()
  try {
    await read(rows)
  } catch (error) {
    await discard(query, rows)
    throw error
  }
  // The driver pauses the connection while nobody reads, and would stay paused.
  rows._read(0)
}

/** Until all rows have come the connection accepts no other statement. */
async function discard(query: CopyQuery, rows: Readable): Promise<void> {
  const { _readableState: state } = rows as unknown as { _readableState: { ended: boolean } }
  await new Promise<void>((resolve) => {
    const push = (chunk: Buffer | null) => {
      if (chunk === null) resolve()
      return true
    }
    Object.assign(rows, { push })
    onQueryFault(query, () => resolve())
    if (state.ended) resolve()
    rows._read(0)
  })
}

/** Rejects with the database's error when it does not accept the rows. */
export async function copyFrom(query: CopyQuery, rows: Readable): Promise<void> {
  const writable: Writable = await query.writable()
  // The driver takes the query for ended once its stream is there: an error after the last row would reach nobody.
  const failed = new Promise<never>((_, reject) => onQueryFault(query, reject))
  await Promise.race([pipeline(rows, writable), failed])
}
