import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#db/embedded/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { openDatabase } from '#db/sql.ts'
import { bundleService, bundleSite } from '../../scripts/bundle.mjs'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the server; its database `ascend` is the migrated template. */
    databaseUrl: string
    /** The site's code, bundled once for everybody who needs it. */
    bundle: { code: string; folder: string }
  }
}

/** One Postgres for the whole run, with a migrated template that every test file copies. */
export default async function startDatabase(project: TestProject) {
  await bundleService()
  project.provide('bundle', await bundleSite())
  const dataDir = await mkdtemp(join(tmpdir(), 'ascend-test-'))
  const embedded = await startEmbedded({ dataDir, disableFsync: true })
  const db = openDatabase(embedded.url, { max: 1 })
  await migrate(db, 'db/migrations')
  await db.end()
  project.provide('databaseUrl', embedded.url)
  return async () => {
    await embedded.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
