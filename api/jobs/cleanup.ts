import type { Logger } from 'pino'
import { hourMs } from '#contract/days.ts'
import { advisoryLocks } from '#db/advisory-locks.ts'
import { type Database, sql } from '#db/sql.ts'
import { startLoop } from './background-loop.ts'

/** Deletes expired rows and files once an hour; any number of replicas may run it. */
export function startCleanup(
  log: Logger,
  cleanups: readonly (() => Promise<unknown>)[],
): { stop(): Promise<void> } {
  const failure = 'cleanup failed'
  return startLoop({
    async work(signal) {
      for (const cleanUp of cleanups) {
        if (signal.aborted) return
        await cleanUp().catch((error: unknown) => log.warn({ err: error }, failure))
      }
    },
    everyMs: hourMs,
    log,
    failure,
  })
}

/** False while a backup runs. Call it in the transaction of a cleanup. */
export async function isCleanupAllowed(): Promise<boolean> {
  const [lock] = await sql<{ isFree: boolean }[]>`
    select pg_try_advisory_xact_lock_shared(${advisoryLocks.cleanup}) as is_free`
  return lock?.isFree === true
}

export async function withoutCleanups<T>(db: Database, work: () => Promise<T>): Promise<T> {
  const done = await db.begin(async (tx) => {
    await tx`set local statement_timeout = 0`
    await tx`select pg_advisory_xact_lock(${advisoryLocks.cleanup})`
    // Last: a select's snapshot would prevent the removal of dead rows while this connection waits.
    await tx`set local idle_in_transaction_session_timeout = 0`
    return { value: await work() }
  })
  return done.value as T
}
