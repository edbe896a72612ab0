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

/** What the projects of a run share: each of them loads this module anew. */
const run = globalThis as { database?: ReturnType<typeof start>; projects?: number }

/** One Postgres for the whole run, with a migrated template that every test file copies. */
export default async function startDatabase(project: TestProject) {
  run.projects = (run.projects ?? 0) + 1
  run.database ??= start()
  const { bundle, databaseUrl, stop } = await run.database
  project.provide('bundle', bundle)
  project.provide('databaseUrl', databaseUrl)
  return async () => {
    run.projects = (run.projects ?? 1) - 1
    if (run.projects === 0) await stop()
  }
}

async function start() {
  await bundleService()
  const bundle = await bundleSite()
  const dataDir = await mkdtemp(join(tmpdir(), 'ascend-test-'))
  const embedded = await startEmbedded({ dataDir, disableFsync: true })
  const db = openDatabase(embedded.url, { max: 1 })
  await migrate(db, 'db/migrations')
  await db.end()
  return {
    bundle,
    databaseUrl: embedded.url,
    async stop() {
      await embedded.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
