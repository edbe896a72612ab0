import type { CacheKey } from '#api/http/answers/front-cache.ts'
import { type Database, type Row, sql, values } from '#db/sql.ts'

export interface Shown {
  siteId: string
  version: number
  releaseVersion: number
  releaseCode: string
}

type Purged = Row<'cache_purges', keyof Shown | 'failures'>

export interface PurgeState extends Purged {
  siteIdNow: string
  versionNow: number
  again: CacheKey[]
  isAgainDue: boolean
  /** Whether a purge may be tried after a failure. */
  mayTry: boolean
  failingMs: number
}

/** Undefined where `isLocking` and another replica is at it. */
export async function findPurgeState({ isLocking = false } = {}): Promise<PurgeState | undefined> {
  const [row] = await sql<PurgeState[]>`
    select p.site_id, p.version, p.release_version, p.release_code, p.again, p.failures,
      s.site_id as site_id_now, s.version as version_now,
      coalesce(p.again_at <= now(), false) as is_again_due,
      coalesce(p.retry_at <= now(), true) as may_try,
      coalesce(1000 * extract(epoch from now() - p.failing_since), 0)::float8 as failing_ms
    from cache_purges p, site_version s
    ${isLocking ? sql`for update of p skip locked` : sql``}`
  return row
}

/** `again` are to be purged once more after so long. */
export async function notePurge(shown: Shown, again: CacheKey[], againMs: number) {
  await sql`update cache_purges set ${values('cache_purges', { ...shown, again })},
    again_at = ${again.length > 0 ? sql`clock_timestamp() + ${againMs} * interval '1 ms'` : null},
    failures = 0, failing_since = null, retry_at = null`
}

export async function noteFailedPurge(retryMs: number) {
  await sql`update cache_purges set failures = failures + 1,
    failing_since = coalesce(failing_since, clock_timestamp()),
    retry_at = clock_timestamp() + ${retryMs} * interval '1 ms'`
}

/** How long the cache could not be told of changes. */
export async function findPurgeFailure(db: Database = sql): Promise<{ seconds: number }> {
  const [row] = await db<{ seconds: number }[]>`
    select coalesce(extract(epoch from now() - failing_since), 0)::float8 as seconds
    from cache_purges`
  return { seconds: row?.seconds ?? 0 }
}
