import type { Database } from '#db/driver/open-database.ts'
import type { Row } from '#db/sql.ts'

/** Two years of nightly backups and weekly drills; older ones tell nobody anything. */
const mostRuns = 850

type Run = Row<'backup_runs', 'kind' | 'archive' | 'startedAt' | 'error'>

/** Keeps what came of a backup or a drill. A database that cannot be written does not hide the outcome itself. */
export async function recordRun(db: Database, run: Run): Promise<void> {
  try {
    await db`insert into backup_runs ${db(run)}`
    await db`
      delete from backup_runs where id <= (
        select id from backup_runs order by id desc offset ${mostRuns} limit 1
      )`
  } catch {
    // Code that is newer than the database has no table yet.
  }
}

type EndedRun = Row<'backup_runs', 'startedAt' | 'finishedAt' | 'error'>

export function findLastRun(db: Database, kind: Run['kind']): Promise<EndedRun | undefined> {
  return firstOf(db<EndedRun[]>`
    select started_at, finished_at, error from backup_runs
    where kind = ${kind} order by id desc limit 1`)
}

export function findLastGoodRun(db: Database, kind: Run['kind']): Promise<EndedRun | undefined> {
  return firstOf(db<EndedRun[]>`
    select started_at, finished_at, error from backup_runs
    where kind = ${kind} and error is null order by id desc limit 1`)
}

/** A database that waits for its migrations has had no run. */
async function firstOf(asked: PromiseLike<EndedRun[]>): Promise<EndedRun | undefined> {
  try {
    return (await asked)[0]
  } catch (error) {
    if ((error as { code?: string }).code === '42P01') return undefined
    throw error
  }
}
