import { isAbsolute } from 'node:path'
import type { Files } from '#api/integrations/files.ts'
import { folderFiles } from '#api/integrations/folder-files.ts'
import { s3Files } from '#api/integrations/s3-files.ts'
import { type LiveBusiness, mustBeOutside } from '#api/operations/business/live-business.ts'
import { dayMs } from '#contract/days.ts'
import { keptBackups } from '#contract/retention.ts'
import { advisoryLocks } from '#db/advisory-locks.ts'
import type { Database } from '#db/driver/open-database.ts'
import type { Row } from '#db/sql.ts'

/** A gigabyte over a line of two megabits. */
const storeWithinMs = 75 * 60_000

export interface BackupPlace {
  files: Files
  isElsewhere: boolean
}

export type BackupsOf = Pick<LiveBusiness, 'config' | 'ofServer'>

/** Where backups are kept at present. Rejects with a readable message when the bucket cannot be used. */
export async function openBackupPlace(business: BackupsOf): Promise<BackupPlace> {
  const { backupBucket, dataDir } = business.config()
  if (!backupBucket) return { files: folderFiles(dataDir), isElsewhere: false }
  const isOutside = mustBeOutside(business, 'backups')
  const options = { ...backupBucket, isOutside, settings: 'BACKUP_S3_', storeWithinMs } as const
  return { files: await s3Files(options), isElsewhere: true }
}

/** Backups stand below it in folder and bucket. */
export const backupFolder = 'backups'

interface KeptBackup {
  name: string
  madeAt: Date
}

export function backupName(madeAt: Date): string {
  const moment = madeAt.toISOString().slice(0, 19).replaceAll(':', '-').toLowerCase()
  return `${backupFolder}/ascend-${moment}z.tgz`
}

/** Newest first. Archives that were made by hand have other names, and are neither listed nor removed. */
export async function listBackups(files: Files): Promise<KeptBackup[]> {
  const kept: KeptBackup[] = []
  for await (const { name } of files.list(backupFolder)) {
    const [, day, hour, minute, second] =
      /^backups\/ascend-(\d{4}-\d\d-\d\d)t(\d\d)-(\d\d)-(\d\d)z\.tgz$/.exec(name) ?? []
    if (day) kept.push({ name, madeAt: new Date(`${day}T${hour}:${minute}:${second}Z`) })
  }
  return kept.sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime())
}

/**
 * Finds those that no day, week or month needs any more. It counts what is there and not the calendar: when no new ones
 * come, the old ones stay.
 */
export function expiredBackups(backups: KeptBackup[]): KeptBackup[] {
  const newestFirst = backups.toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime())
  const needed = new Set<KeptBackup>()
  const periods: [number, (madeAt: Date) => string][] = [
    [keptBackups.days, (madeAt) => madeAt.toISOString().slice(0, 10)],
    [keptBackups.weeks, mondayBefore],
    [keptBackups.months, (madeAt) => madeAt.toISOString().slice(0, 7)],
  ]
  for (const [count, periodOf] of periods) {
    const seen = new Set<string>()
    for (const backup of newestFirst) {
      const period = periodOf(backup.madeAt)
      if (seen.has(period)) continue
      if (seen.size === count) break
      seen.add(period)
      needed.add(backup)
    }
  }
  return newestFirst.filter((backup) => !needed.has(backup))
}

function mondayBefore(madeAt: Date): string {
  const sinceMonday = (madeAt.getUTCDay() + 6) % 7
  return new Date(madeAt.getTime() - sinceMonday * dayMs).toISOString().slice(0, 10)
}

/** What `npm run db:restore` is given: a path, or a name out of the list. */
export function isKeptName(given: string): boolean {
  return !isAbsolute(given) && /^backups\/ascend-[\dtz-]+\.tgz$/.test(given)
}

/** Two years of nightly backups and weekly drills; older ones tell nobody anything. */
const mostRuns = 850

type Run = Row<'backup_runs', 'kind' | 'archive' | 'startedAt' | 'error'>

/** Keeps what came of a backup or a drill. A database that cannot be written does not hide the outcome itself. */
async function recordRun(db: Database, run: Run): Promise<void> {
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

/** Both the work's outcome and its failure are kept. */
export async function recorded<T>(
  db: Database,
  run: Omit<Run, 'error'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    const result = await work()
    await recordRun(db, { ...run, error: null })
    return result
  } catch (error) {
    await recordRun(db, { ...run, error: (error as Error).message })
    throw error
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

/** Whether rows and files are being copied, by whatever process. */
export async function isBackingUp(db: Database): Promise<boolean> {
  const [row] = await db<{ isHeld: boolean }[]>`
    select exists (
      select from pg_locks
      where locktype = 'advisory' and objid = ${advisoryLocks.cleanup} and mode = 'ExclusiveLock'
        and database = (select oid from pg_database where datname = current_database())
    ) as is_held`
  return row?.isHeld === true
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
