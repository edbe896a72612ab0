import { sql } from '#db/sql.ts'

/** Which data a build made now would show. */
export async function findSiteVersion(): Promise<{ siteId: string; version: number }> {
  const [row] = await sql<{ siteId: string; version: number }[]>`
    select site_id, version from site_version`
  if (!row) throw new Error('site_version has lost its row')
  return row
}

export async function insertSiteBuild(build: {
  version: number
  startedAt: string
  error: string | null
}) {
  await sql`insert into site_builds ${sql(build)}`
}
