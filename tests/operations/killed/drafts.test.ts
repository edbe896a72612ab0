import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownDatabaseUrl } from '#tests/databases/own-database-url.ts'
import { aFolder } from '#tests/folders.ts'
import { runs } from '#tests/long.ts'
import { aWriter, checkWritten } from '#tests/magazine/draft-writers.ts'
import { aDatabaseProxy } from '#tests/servers/database-proxy.ts'

// The whole service, killed with -9 between two of the things that it says to its database, while two people write.

let dataDir = ''
let port = 0
let proxy: Awaited<ReturnType<typeof aDatabaseProxy>>
let service: ChildProcess | undefined

const isDead = () => !service || service.exitCode !== null || service.signalCode !== null

async function open() {
  service = fork('tests/fixtures/serve-shop.mjs', {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATABASE_URL: proxy.url,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await Promise.race([once(service, 'message'), once(service, 'exit')])
  expect(service.exitCode, 'it starts').toBeNull()
}

async function kill() {
  if (!service || isDead()) return
  const gone = once(service, 'exit')
  service.kill('SIGKILL')
  await gone
}

beforeAll(async () => {
  dataDir = await aFolder()
  proxy = await aDatabaseProxy(await ownDatabaseUrl())
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
  await new Promise((closed) => server.close(closed))
  await open()
})
afterAll(async () => {
  await kill()
  await proxy.stop()
})

test('a service killed while drafts are saved loses no acknowledged text, and stores none twice', {
  timeout: 600_000,
}, async () => {
  const base = `http://127.0.0.1:${port}`
  const writers = await Promise.all([aWriter(base), aWriter(base)])
  const many = runs({ sample: 2, long: 100 })
  for (let run = 0; run < many; run++) {
    // A save is some ten messages; two writers' are mixed.
    const at = 1 + Math.floor(Math.random() * 30)
    proxy.strikeAt(at, run % 2 === 1, () => service?.kill('SIGKILL'))
    while (!isDead()) {
      for (const writer of writers) writer.type()
      await pause(5 + Math.random() * 10)
    }
    // They write on while nobody answers, and one of them loses the tab, too.
    for (const writer of writers) writer.type()
    if (run % 2 === 1) await writers[run % 4 === 1 ? 0 : 1]?.reopenTab()
    await expect.poll(isDead).toBe(true)
    await open()
    for (const writer of writers) await writer.catchUp()
  }
  expect(writers.map(({ faults }) => faults()).every((count) => count > 0)).toBe(true)
  for (const writer of writers) await checkWritten(writer)
})
