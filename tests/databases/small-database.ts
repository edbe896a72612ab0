import { join } from 'node:path'
import { beforeAll } from 'vitest'
import { type EmbeddedDatabase, startEmbedded } from '#db/embedded/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { connect, openDatabase, sql } from '#db/sql.ts'
import { atEndOfFile } from '../end-of-file.ts'
import { aSmallDisk, type SmallDisk } from './small-disk.ts'

let server: EmbeddedDatabase | undefined

/** Only a real one can be full for another program: where it is not, there is no Postgres on it. */
export let disk: SmallDisk

/** The test file's Postgres is one of its own, on a disk that can be full. */
export function onSmallDisk() {
  beforeAll(async () => {
    disk = await aSmallDisk(200)
    if (!disk.isReal) return
    await sql.end()
    server = await startEmbedded({ dataDir: join(disk.folder, 'data') })
    const db = openDatabase(server.url)
    await migrate(db, 'db/migrations')
    await db.end()
    connect(server.url, 1_500)
    atEndOfFile(async () => {
      await sql.end({ timeout: 0 })
      await server?.stop()
      server = undefined
    })
  }, 60_000)
}

/** A server that could not even write its log has ended: whoever looks after it starts it again. */
export async function startAgain(): Promise<void> {
  await server?.stop()
  server = await startEmbedded({ dataDir: join(disk.folder, 'data') })
}
