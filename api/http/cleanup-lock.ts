import { type Database, sql } from '#db/sql.ts'

// Any fixed number. Backup and restore hold it alone, cleanups share it, so that no file goes before it is copied.
const cleanupLock = 7_203_552

/** False while a backup is made. Call it in the transaction of a cleanup. */
export async function isCleanupAllowed(): Promise<boolean> {
  const [asked] = await sql<{ isFree: boolean }[]>`
    select pg_try_advisory_xact_lock_shared(${cleanupLock}) as is_free`
  return asked?.isFree === true
}

export async function withoutCleanups<T>(db: Database, work: () => Promise<T>): Promise<T> {
  const done = await db.begin(async (tx) => {
    await tx`set local statement_timeout = 0`
    await tx`select pg_advisory_xact_lock(${cleanupLock})`
    // Last: while this connection waits, a select would hold its snapshot, and no dead row could be removed.
    await tx`set local idle_in_transaction_session_timeout = 0`
    return { value: await work() }
  })
  return done.value as T
}
