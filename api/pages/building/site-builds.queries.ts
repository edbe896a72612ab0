import { type Row, sql, values } from '#db/sql.ts'

/** The data that a build would show now. */
export async function findSiteVersion() {
  const [row] = await sql<(Row<'site_version', 'siteId' | 'version'> & { settings: number })[]>`
    select site_id, version, settings_version as settings from site_version`
  if (!row) throw new Error('Expected one row in site_version, found none')
  return row
}

export async function insertSiteBuild(build: {
  version: number
  startedAt: string
  error: string | null
}) {
  await sql`insert into site_builds ${values('site_builds', build)}`
}

/** The last build that ended, well or badly. */
export async function findLastSiteBuild() {
  const [build] = await sql<Row<'site_builds', 'version' | 'startedAt' | 'finishedAt' | 'error'>[]>`
    select version, started_at, finished_at, error from site_builds order by id desc limit 1`
  return build
}

/** The last build, if it ended badly. */
export const failedBuild = () => sql`
  select '' as id, 1 as count, finished_at as since
  from (select finished_at, error from site_builds order by id desc limit 1) as last
  where error is not null`

/** Makes the present site stale, as a change of the data does: whichever replica builds, builds. */
export async function wantSiteBuild() {
  await sql`update site_version set version = version + 1, last_transaction = pg_current_xact_id()`
  await sql`notify site_stale`
}
