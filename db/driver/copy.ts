import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Database } from './open-database.ts'
import { onQueryFault } from './query-hooks.ts'

type CopyQuery = ReturnType<Database['unsafe']>

/** Runs `copy … to stdout` and hands its bytes to `read`. The transaction goes on after it, whatever `read` rejects with. */
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
  // The driver pauses the connection while nobody reads, and would stay paused when the last rows had been waiting.
  rows._read(0)
}

/** Until all rows have come the connection takes no other statement, not even the end of the transaction. */
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

/** Runs `copy … from stdin` with these bytes; rejects with the database's error when it does not accept them. */
export async function copyFrom(query: CopyQuery, rows: Readable): Promise<void> {
  const writable: Writable = await query.writable()
  // To the driver the query has ended when its stream is there. An error after the last row, as of a foreign key, would
  // reach nobody, and the stream would never end.
  const failed = new Promise<never>((_, reject) => onQueryFault(query, reject))
  await Promise.race([pipeline(rows, writable), failed])
}
