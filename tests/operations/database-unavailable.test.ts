import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { testPayments } from '#api/integrations/test-checkout.ts'
import { startCleanup } from '#api/jobs/cleanup.ts'
import { queueMail } from '#api/mails/mails.queries.ts'
import { startMailing } from '#api/mails/send-mails.ts'
import type { LoadedSite } from '#api/pages/building/release-loader.ts'
import { cleanups } from '#api/registry.ts'
import { startOrderChecks } from '#api/shop/orders/settle-order.ts'
import { shopWith } from '#api/shop/shop.ts'
import { errors } from '#contract/errors.ts'
import { type EmbeddedDatabase, startEmbedded } from '#db/embedded/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { connect, DatabaseUnavailableError, openDatabase, sql, transaction } from '#db/sql.ts'
import { aCrowd } from '#tests/crowd.ts'
import { composeWith } from '#tests/fixtures/mail-sender.ts'
import { aFolder } from '#tests/folders.ts'
import { runs } from '#tests/long.ts'
import { asJson } from '#tests/magazine/posts.ts'
import { aBook, aReader, aStory, aSubmission, aVisitor, startApp } from '#tests/people.ts'
import { aDatabaseProxy } from '#tests/servers/database-proxy.ts'
import { anOrder } from '#tests/shop/buyers.ts'
import { aSite as aSiteOf, aStaticFile } from '#tests/sites.ts'

// A Postgres of this file's own, with a disk that it waits for: what it has confirmed must outlast its end.
let dataDir = ''
let server: EmbeddedDatabase
let proxy: Awaited<ReturnType<typeof aDatabaseProxy>>

beforeAll(async () => {
  await sql.end()
  dataDir = await aFolder()
  server = await startEmbedded({ dataDir, staysDown: true })
  proxy = await aDatabaseProxy(server.url)
  const db = openDatabase(server.url)
  await migrate(db, 'db/migrations')
  await db.end()
  connect(proxy.url, 1_500)
})
afterEach(async () => {
  proxy.speakAgain()
  await expect
    .poll(
      () =>
        sql`select 1`.then(
          () => true,
          () => false,
        ),
      { timeout: 20_000 },
    )
    .toBe(true)
})
afterAll(async () => {
  await sql.end({ timeout: 0 })
  connect(server.url)
  await proxy.stop()
  await server.stop()
})

async function killPostgres() {
  const [pid] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(pid), 'SIGKILL')
}

/** Takes more than its share: one connection each, until there is no more. */
async function takeAllConnections() {
  const hogs: ReturnType<typeof openDatabase>[] = []
  const isFull = async () => {
    const hog = openDatabase(server.url, { max: 1 })
    hogs.push(hog)
    return hog`select 1`.then(
      () => false,
      (error) => error.code === '53300',
    )
  }
  while (!(await isFull())) expect(hogs.length).toBeLessThan(200)
  return () => Promise.all(hogs.map((hog) => hog.end({ timeout: 1 })))
}

const built = aStaticFile('<h1>Built</h1>')

/** A site of two built pages, and one made on demand that asks for a story. */
const aSite = (): LoadedSite => ({
  ...aSiteOf({ '/': built, '/about': built }),
  render: async (_, locals) => {
    const { call } = locals as { call(address: string, input: object): Promise<unknown> }
    await call('GET /stories', {})
    return { status: 200, headers: {}, body: Buffer.from('made') }
  },
})

/** Whatever is asked of the service while the database is away. */
async function expectUnavailable(
  base: string,
  reader: Awaited<ReturnType<typeof aReader>>,
  story: string,
) {
  for (const [path, init] of [
    ['/api/stories', {}],
    ['/api/books', {}],
    [`/api/stories/${story}`, {}],
    ['/api/account', {}],
    [`/api/stories/${story}/like`, { method: 'POST' }],
  ] as const) {
    const response = await reader.send(path, init)
    expect([path, response.status, response.headers.get('Retry-After')]).toEqual([path, 503, '3'])
    expect((await response.json()).message).toBe(errors.databaseUnavailable[1])
  }
  const { send } = await aVisitor(base)
  const asPerson = { headers: { Accept: 'text/html' } }
  const page = await send(`/story/${story}`, asPerson)
  expect([page.status, page.headers.get('Retry-After')]).toEqual([503, '3'])
  expect(await page.text()).toContain(`<h1>${errors.databaseUnavailable[1]}</h1>`)
  for (const [path, headers] of [
    ['/', {}],
    ['/about', {}],
    ['/about', { 'Save-Data': 'on' }],
  ] as const) {
    expect([path, (await send(path, { headers })).status]).toEqual([path, 200])
  }
  // Signed in, with a front page of one's own: that of everybody is better than none.
  expect((await reader.send('/')).status).toBe(200)
  expect((await send('/api/ready')).status).toBe(503)
  expect((await send('/api/health')).status).toBe(200)
}

test('a Postgres killed under load gives 503 at once, loses nothing acknowledged, and recovers without a restart', {
  timeout: 300_000,
}, async () => {
  const site = aSite()
  const base = await startApp({ site: () => site })
  const { id } = await aStory()
  const reader = await aReader(base)
  let messages = 0
  await sql.listen('site_stale', () => messages++)
  for (let run = 0; run < runs({ sample: 1, long: 12 }); run++) {
    const crowd = await aCrowd(base)
    await expect.poll(() => crowd.seen.get(201) ?? 0, { timeout: 20_000 }).toBeGreaterThan(5)
    await killPostgres()
    await expect.poll(() => crowd.seen.get(503) ?? 0, { timeout: 20_000 }).toBeGreaterThan(20)
    await expectUnavailable(base, reader, id)
    // It starts on the same folder: it recovers by itself from what is on the disk.
    await server.stop()
    server = await startEmbedded({ dataDir, staysDown: true })
    const before = crowd.seen.get(201) ?? 0
    await expect
      .poll(() => crowd.seen.get(201) ?? 0, { timeout: 20_000 })
      .toBeGreaterThan(before + 5)
    expect((await reader.send('/api/ready')).status).toBe(200)
    await crowd.stop()
    const heard = messages
    await expect
      .poll(
        async () => {
          await aStory()
          return messages
        },
        { interval: 200, timeout: 10_000 },
      )
      .toBeGreaterThan(heard)
  }
})

describe('a Postgres that does not respond', () => {
  test('blocks no request for ever, and is used again as soon as it responds', async () => {
    const site = aSite()
    const base = await startApp({ site: () => site })
    const { id } = await aStory()
    const reader = await aReader(base)
    proxy.fallSilent()
    await expectUnavailable(base, reader, id)
    proxy.speakAgain()
    await expect
      .poll(async () => (await reader.send('/api/stories')).status, { timeout: 10_000 })
      .toBe(200)
    expect((await reader.send(`/api/stories/${id}/like`, { method: 'POST' })).status).toBe(200)
  })

  test('makes a blocked transaction fail without being acknowledged', async () => {
    const reader = await aReader(await startApp())
    const lock = openDatabase(server.url, { max: 1 })
    await lock`begin`
    await lock`lock table stories`
    const sent = aSubmission()
    await expect(reader.call('POST /stories', sent, randomUUID())).rejects.toMatchObject({
      status: 503,
    })
    await lock`rollback`
    await lock.end()
    await expect
      .poll(async () => (await reader.send('/api/stories')).status, { timeout: 10_000 })
      .toBe(200)
  })
})

test('locks of an abandoned transaction are released soon', {
  timeout: 60_000,
}, async () => {
  const { id } = await aStory()
  const count = () => sql`update stories set views = views + 1 where id = ${id}`
  const held = transaction(async () => {
    await count()
    proxy.fallSilent()
    await count()
  })
  await expect(held).rejects.toBeInstanceOf(DatabaseUnavailableError)
  proxy.speakAgain()
  const isFree = () =>
    count().then(
      () => true,
      () => false,
    )
  await expect.poll(isFree, { timeout: 20_000 }).toBe(true)
})

test('mails, order checks and cleanups resume when the database is back', {
  timeout: 60_000,
}, async () => {
  // Checks come every quarter of a minute, sweeps every hour.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const warned: unknown[] = []
  const log = pino({}, { write: (line: string) => void warned.push(JSON.parse(line).msg) })
  const sent: string[] = []
  const asked: string[] = []
  const payments = testPayments({ publicUrl: 'https://ascend.example' })
  const mailing = await startMailing({
    mailer: { send: async ({ to }) => void sent.push(to) },
    composeWith,
    log,
  })
  const checks = startOrderChecks({
    ...shopWith(
      () => [
        {
          ...payments,
          verify(reference) {
            asked.push(reference)
            return payments.verify(reference)
          },
        },
      ],
      composeWith.orderSecret,
    ),
    log,
  })
  let sweeps = 0
  const sweep = startCleanup(log, [...cleanups(), async () => void sweeps++])
  await expect.poll(() => sweeps).toBe(1)
  const order = await anOrder((await aBook()).id, { isPaid: false, isTest: true })

  await killPostgres()
  await vi.advanceTimersByTimeAsync(60 * 60 * 1000)
  await expect.poll(() => sweeps, { timeout: 10_000 }).toBe(2)
  // What was killed may go on answering for a moment.
  const warnedLater = async () => {
    await vi.advanceTimersByTimeAsync(60 * 60 * 1000)
    return warned
  }
  await expect.poll(warnedLater, { timeout: 10_000 }).toContain('order check failed')
  await expect.poll(warnedLater, { timeout: 10_000 }).toContain('cleanup failed')
  await server.stop()
  server = await startEmbedded({ dataDir, staysDown: true })
  await expect
    .poll(
      () =>
        queueMail('welcome', 'ada@ascend.example', { firstName: null }).then(
          () => true,
          () => false,
        ),
      { timeout: 20_000 },
    )
    .toBe(true)
  await sql`update orders set next_check_at = now() where id = ${order.id}`
  await sql`insert into rate_limits (key, points, expire) values ('long ago', 1, 1)`

  await vi.advanceTimersByTimeAsync(60 * 60 * 1000)
  await expect.poll(() => sent, { timeout: 10_000 }).toContain('ada@ascend.example')
  const askedNext = async () => {
    await vi.advanceTimersByTimeAsync(15_000)
    return asked
  }
  await expect.poll(askedNext, { timeout: 10_000 }).toContain(order.reference)
  await expect
    .poll(() => sql`select from rate_limits where key = 'long ago'`, { timeout: 10_000 })
    .toHaveLength(0)
  sweep.stop()
  await Promise.all([mailing.stop(), checks.stop()])
  vi.useRealTimers()
})

test('a connection cut at any moment causes a 503 at most, and no wrong counter', {
  timeout: 300_000,
}, async () => {
  const base = await startApp()
  const crowd = await aCrowd(base)
  const many = runs({ sample: 12, long: 400 })
  for (let run = 0; run < many; run++) {
    await pause(Math.random() * 120)
    if (run % 3 === 2) proxy.cut()
    else {
      let isCut = false
      // The strike comes between any two things that are said, heard or not.
      proxy.strikeAt(1 + Math.floor(Math.random() * 30), run % 3 === 0, () => {
        isCut = true
        proxy.cut()
      })
      await expect.poll(() => isCut, { interval: 5, timeout: 10_000 }).toBe(true)
    }
  }
  await expect
    .poll(async () => (await (await aVisitor(base)).send('/api/stories')).status)
    .toBe(200)
  await crowd.stop()
})

describe('a broken connection', () => {
  const away = 'The database is unavailable'
  const ask = () =>
    sql`select 'mine' as said`.then(
      ([row]) => String(row?.['said']),
      ({ message }) => message,
    )
  const askAtOnce = (count: number) => Promise.all(Array.from({ length: count }, ask))

  test('is not used again, and a query at that very moment gets its own result or fails at once', async () => {
    const answers = new Set<string>()
    for (let time = 0; time < 5; time++) {
      proxy.cut()
      // As many wait to be asked as there are connections: young ones, that nothing is held against yet.
      await expect.poll(() => askAtOnce(10), { timeout: 20_000 }).toEqual(Array(10).fill('mine'))
      proxy.cut()
      const asked: Promise<string>[] = []
      const cutAt = Date.now()
      for (let turn = 0; turn < 40; turn++) {
        await new Promise(setImmediate)
        asked.push(ask())
      }
      for (const answer of await Promise.all(asked)) answers.add(answer)
      expect(Date.now() - cutAt).toBeLessThan(1_000)
    }
    for (const answer of answers) expect(answer).toMatch(RegExp(`^mine$|${away}`))
  })

  test('does not report its error to the next query', async () => {
    const answers = new Set<string>()
    for (let time = 0; time < 5; time++) {
      proxy.cut()
      await expect.poll(ask, { timeout: 20_000 }).toBe('mine')
      // Told what is wrong with it, the driver sends a Sync: it knows the fault then, and is cut before anything else.
      proxy.strikeAt('S\0\0\0\x04', false, proxy.cut)
      await expect(sql`select ${time}::integer as number from nowhere`).rejects.toThrow(away)
      for (const answer of await askAtOnce(10)) answers.add(answer)
    }
    for (const answer of answers) expect(answer).toMatch(RegExp(`^mine$|${away}`))
  })
})

test('a commit whose reply is lost gives 503, and the repeated request gets the stored result', async () => {
  const base = await startApp()
  const reader = await aReader(base)
  const story = aSubmission()
  const press = () =>
    reader.send('/api/stories', asJson(story, { 'Idempotency-Key': 'pressed-once' }))
  // Fresh connections: on others it is said by a number.
  proxy.cut()
  await expect.poll(() => sql`select 1`.catch(() => []), { timeout: 20_000 }).toHaveLength(1)
  proxy.strikeAt('commit', true, proxy.cut)
  const first = await press()
  expect([first.status, first.headers.get('Retry-After')]).toEqual([503, '3'])
  const stored = () => sql<{ id: string }[]>`select id from stories where title = ${story.title}`
  await expect.poll(() => stored().catch(() => []), { timeout: 10_000 }).toHaveLength(1)
  const again = await press()
  expect([again.status, (await again.json()).id]).toEqual([201, (await stored())[0]?.id])
  expect(await stored()).toHaveLength(1)
})

test('a database without a free connection gives 503, and recovers as soon as one is free', {
  timeout: 60_000,
}, async () => {
  const base = await startApp()
  const { id } = await aStory()
  const status = async () => (await fetch(`${base}/api/stories/${id}`)).status
  proxy.cut()
  const giveBack = await takeAllConnections()
  try {
    const started = Date.now()
    expect(await status()).toBe(503)
    expect(Date.now() - started).toBeLessThan(2_000)
  } finally {
    await giveBack()
  }
  await expect.poll(status, { timeout: 10_000 }).toBe(200)
})

test('a pool that cannot open further connections continues with those it has', {
  timeout: 60_000,
}, async () => {
  const ask = () =>
    sql`select pg_sleep(0.02)`.then(
      () => 'answered',
      ({ message }) => message,
    )
  await expect.poll(ask, { timeout: 20_000 }).toBe('answered')
  const giveBack = await takeAllConnections()
  try {
    for (let time = 0; time < 20; time++) {
      // More at once than there are connections: each of these asks for one more, in vain.
      const answers = await Promise.all([ask(), ask(), transaction(ask).catch(String), ask()])
      expect(answers).toContain('answered')
      expect(await ask()).toBe('answered')
    }
  } finally {
    await giveBack()
  }
})

test('a read-only database, as after a failover, gives 503 to writes, and recovers by itself', async () => {
  const base = await startApp()
  const { id } = await aStory()
  const reader = await aReader(base)
  const like = () => reader.send(`/api/stories/${id}/like`, { method: 'POST' })
  const admin = openDatabase(server.url, { max: 1 })
  const turn = async (way: 'on' | 'off') => {
    await admin`set default_transaction_read_only = off`
    await admin.unsafe(`alter database ascend set default_transaction_read_only = ${way}`)
  }
  try {
    await turn('on')
    // Connections that are there keep what they began with; a failover cuts them.
    await admin`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = 'ascend' and pid <> pg_backend_pid()`
    await expect
      .poll(async () => (await fetch(`${base}/api/stories/${id}`)).status, { timeout: 20_000 })
      .toBe(200)
    const refused = await like()
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '3'])
    expect((await refused.json()).message).toBe(errors.databaseUnavailable[1])
    await turn('off')
    await expect.poll(async () => (await like()).status, { timeout: 20_000 }).toBeLessThan(300)
  } finally {
    await turn('off')
    await admin.end()
  }
})

test('an embedded Postgres that is killed restarts by itself, and pages and API work again', async () => {
  await server.stop()
  server = await startEmbedded({ dataDir })
  const site = aSite()
  const { id } = await aStory()
  const reader = await aReader(await startApp({ site: () => site }))
  const statusOf = async (path: string, method = 'GET') =>
    (await reader.send(path, { method })).status
  await killPostgres()
  for (const [path, method] of [
    [`/api/stories/${id}/like`, 'POST'],
    [`/story/${id}`],
    ['/api/ready'],
  ] as const) {
    await expect.poll(() => statusOf(path, method), { timeout: 15_000 }).toBe(200)
  }
  await server.stop()
  server = await startEmbedded({ dataDir, staysDown: true })
})
