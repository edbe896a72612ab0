import { type Database, sql } from '#db/sql.ts'

// Any fixed number. A backup or a restore holds it alone, cleanups share it: files that the backup's rows name are not
// deleted before they have been copied.
const sweepLock = 7_203_552

/** To be called in the transaction of a cleanup: false while a backup is made, and an hour later is soon enough. */
export async function isCleanupAllowed(): Promise<boolean> {
  const [asked] = await sql<{ isFree: boolean }[]>`
    select pg_try_advisory_xact_lock_shared(${sweepLock}) as is_free`
  return asked?.isFree === true
}

/** Runs the work while no replica cleans up. */
export async function withoutCleanups<T>(db: Database, work: () => Promise<T>): Promise<T> {
  const done = await db.begin(async (tx) => {
    await tx`set local statement_timeout = 0`
    await tx`set local idle_in_transaction_session_timeout = 0`
    await tx`select pg_advisory_xact_lock(${sweepLock})`
    return { value: await work() }
  })
  return done.value as T
}
