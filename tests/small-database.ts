import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { type EmbeddedDatabase, startEmbedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { connect, openDatabase, sql } from '#db/sql.ts'
import { aSmallDisk, type SmallDisk } from './small-disk.ts'

// A Postgres of the test's own, on a disk that can be full.

let server: EmbeddedDatabase | undefined

/** Only a real one can be full for another program: where it is not, there is no Postgres on it. */
export let disk: SmallDisk

beforeAll(async () => {
  disk = await aSmallDisk(200)
  if (!disk.isReal) return
  await sql.end()
  server = await startEmbedded({ dataDir: join(disk.folder, 'data') })
  const db = openDatabase(server.url)
  await migrate(db, 'db/migrations')
  await db.end()
  connect(server.url, 1_500)
}, 60_000)

afterAll(async () => {
  if (!server) return
  await sql.end({ timeout: 0 })
  await server.stop()
})

/** A server that could not even write its log has ended: whoever looks after it starts it again. */
export async function startAgain(): Promise<void> {
  await server?.stop()
  server = await startEmbedded({ dataDir: join(disk.folder, 'data') })
}
