import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#db/sql.ts'
import { aCrowd } from '#tests/crowd.ts'
import { ownDatabaseUrl } from '#tests/databases/own-database-url.ts'
import { aFolder } from '#tests/folders.ts'
import { runs } from '#tests/long.ts'
import { aPicture } from '#tests/magazine/pictures.ts'

// The whole service, killed with -9 while readers like, submit and upload; how orders fare is told in
// orders.test.ts.

let dataDir = ''
let port = 0
let service: ChildProcess | undefined

async function open() {
  service = fork('tests/fixtures/serve-shop.mjs', {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATABASE_URL: await ownDatabaseUrl(),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await Promise.race([once(service, 'message'), once(service, 'exit')])
  expect(service.exitCode, 'it starts').toBeNull()
}

async function kill() {
  if (!service || service.exitCode !== null || service.signalCode !== null) return
  const gone = once(service, 'exit')
  service.kill('SIGKILL')
  await gone
}

beforeAll(async () => {
  dataDir = await aFolder()
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
  await new Promise((closed) => server.close(closed))
  await open()
})
afterAll(kill)

test('a service killed during writes loses nothing acknowledged, leaves nothing half-written, and restarts', {
  timeout: 300_000,
}, async () => {
  const picture = await aPicture(60, 40).jpeg().toBuffer()
  const crowd = await aCrowd(`http://127.0.0.1:${port}`, picture)
  for (let run = 0; run < runs({ sample: 2, long: 40 }); run++) {
    const before = crowd.seen.get(201) ?? 0
    await expect
      .poll(() => crowd.seen.get(201) ?? 0, { interval: 10, timeout: 20_000 })
      .toBeGreaterThan(before + 12)
    await pause(Math.random() * 50)
    await kill()
    await open()
  }
  await crowd.stop()
  expect(crowd.seen.get(0), 'readers noticed').toBeGreaterThan(0)
  expect(crowd.pictures.size).toBeGreaterThan(0)
  const rows = (await sql<{ id: string }[]>`select id from uploads`).map(({ id }) => id)
  expect(rows).toEqual(expect.arrayContaining([...crowd.pictures]))
  for (const id of rows) {
    expect((await readdir(join(dataDir, 'uploads', id))).sort()).toEqual([
      '1600.webp',
      '480.webp',
      '960.webp',
    ])
  }
})
