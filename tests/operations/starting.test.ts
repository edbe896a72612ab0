import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { advisoryLocks } from '#db/advisory-locks.ts'
import { openDatabase } from '#db/sql.ts'
import { aBuiltSite } from '#tests/built-site.ts'
import { ownDatabaseUrl } from '#tests/databases/own-database-url.ts'
import { aStory } from '#tests/people.ts'
import { aFreePort, stopChild } from '#tests/processes.ts'
import { aDatabaseProxy } from '#tests/servers/database-proxy.ts'

/** `npm start` on a folder with an old release, whose build waits for a lock of this test for as long as it is wanted. */
async function aStartThatBuilds() {
  await aStory()
  const built = await aBuiltSite()
  await built.stop()
  const db = openDatabase(await ownDatabaseUrl(), { max: 1 })
  await db`select pg_advisory_lock(${advisoryLocks.build})`
  const proxy = await aDatabaseProxy(await ownDatabaseUrl())
  const port = await aFreePort()
  const service = spawn(process.execPath, ['scripts/start.mjs'], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATABASE_URL: proxy.url,
      DATA_DIR: built.dataDir,
      LOG_LEVEL: 'silent',
    },
    stdio: 'ignore',
  })
  onTestFinished(async () => {
    await stopChild(service, 'SIGKILL')
    await db.end()
    await proxy.stop()
  })
  const statusOf = async (path: string) =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { headers: { Connection: 'close' } })).status
  const ready = () => statusOf('/api/ready').catch(() => 0)
  await expect.poll(ready, { timeout: 60_000, interval: 20 }).toBe(200)
  return { service, port, proxy, statusOf, ready }
}

/** A request whose body is half sent; resolves with the first line of its answer once `finish` has been called. */
function aSlowRequest(port: number) {
  const body = 'email=ngozi%40readers.example'
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  const lines = ['POST /api/newsletter HTTP/1.1', `Host: 127.0.0.1:${port}`, 'Connection: close']
  const type = 'Content-Type: application/x-www-form-urlencoded'
  socket.write(
    [...lines, type, `Content-Length: ${body.length}`, '', body.slice(0, 9)].join('\r\n'),
  )
  return {
    async finish() {
      const closed = once(socket, 'close')
      socket.write(body.slice(9))
      await closed
      return text.split('\r\n')[0]
    },
  }
}

test('readers are served while a start still builds: the database may go away, and a stop cuts nobody off', async () => {
  const { service, port, proxy, statusOf, ready } = await aStartThatBuilds()
  proxy.fallSilent()
  proxy.cut()
  await expect.poll(ready, { timeout: 20_000 }).toBe(503)
  expect(await statusOf('/')).toBe(200)
  proxy.speakAgain()
  // What connected meanwhile would wait for the driver's own time limit.
  proxy.cut()
  await expect.poll(ready, { timeout: 20_000 }).toBe(200)

  const requests = Array.from({ length: 30 }, () => aSlowRequest(port))
  // They have all arrived once a later one has its answer.
  expect(await ready()).toBe(200)
  const gone = once(service, 'exit')
  service.kill('SIGTERM')
  await expect.poll(ready, { interval: 20 }).toBe(503)
  const answers = await Promise.all(requests.map(({ finish }) => finish()))
  expect(answers.filter((answer) => !/^HTTP\/1\.1 [23]/.test(answer ?? ''))).toEqual([])
  expect(await gone).toEqual([0, null])
})
