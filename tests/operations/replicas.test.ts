import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { wrongSignIns } from '#contract/form-limits.ts'
import { sql } from '#db/sql.ts'
import { ownDatabaseUrl } from '#tests/databases/own-database-url.ts'
import { aFolder } from '#tests/folders.ts'
import {
  aReader,
  aStory,
  aVisitor,
  publisherSignIn,
  severalStories,
  thePublisher,
} from '#tests/people.ts'
import { aFreePort, stopChild } from '#tests/processes.ts'
import { aBookWithFile } from '#tests/shop/buyers.ts'
import { aFrontServer } from './nginx-server.ts'

// Two replicas and a builder, each a process of its own, on one database and one data folder, behind the front server.

let dataDir = ''
let builder: ChildProcess | undefined
let front: Awaited<ReturnType<typeof aFrontServer>>
const replicas: { base: string; port: number; process: ChildProcess }[] = []

async function open(port: number, ...args: string[]) {
  const child = fork('tests/fixtures/serve-replica.mjs', args, {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATABASE_URL: await ownDatabaseUrl(),
      DATA_DIR: dataDir,
      PUBLIC_URL: 'http://127.0.0.1',
      ADMIN_PASSWORD: publisherSignIn.password,
      PAYMENTS: 'test',
      TRUST_PROXY: '1',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [output] = await Promise.race([once(child, 'message'), once(child, 'exit')])
  if (output !== 'ready') throw new Error('The service did not start')
  return child
}

const openReplica = async (port: number) => ({
  base: `http://127.0.0.1:${port}`,
  port,
  process: await open(port, '--replica'),
})

beforeAll(async () => {
  dataDir = await aFolder()
  await aStory()
  const ports = [await aFreePort(), await aFreePort(), await aFreePort()] as const
  // All at once, on an empty folder: whatever is made at the first start is made by one of them.
  const [built, ...served] = await Promise.all([
    open(ports[0]),
    openReplica(ports[1]),
    openReplica(ports[2]),
  ])
  builder = built
  replicas.push(...served)
  front = await aFrontServer({
    dataDir,
    replicas: served.map(({ port }) => `127.0.0.1:${port}`),
  })
}, 180_000)
afterAll(async () => {
  await front?.stop()
  await Promise.all(
    [builder, ...replicas.map((one) => one.process)].map((one) => one && stopChild(one, 'SIGKILL')),
  )
})

const first = () => (replicas[0] as (typeof replicas)[number]).base
const second = () => (replicas[1] as (typeof replicas)[number]).base

/** The same browser at another replica. */
async function at<T extends { cookies: Map<string, string> }>(base: string, { cookies }: T) {
  const elsewhere = await aVisitor(base)
  for (const [name, value] of cookies) elsewhere.cookies.set(name, value)
  return elsewhere
}

test('a reader who signed in at one replica is signed in at the other', async () => {
  const reader = await aReader(first())
  const elsewhere = await at(second(), reader)
  expect(await elsewhere.call('GET /account', {})).toMatchObject({ submissions: [] })
  const stranger = await aVisitor(second())
  await expect(stranger.call('GET /account', {})).rejects.toMatchObject({ status: 401 })
})

test('a publisher who signed in at one replica is signed in at the other', async () => {
  const { token } = await (await aVisitor(first())).call('POST /admin/login', publisherSignIn)
  const answer = await fetch(`${second()}/api/admin/stats`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  expect(answer.status).toBe(200)
})

test('what the owner sets at one replica holds at the other by itself', async () => {
  const publisher = await thePublisher(first())
  const elsewhere = await thePublisher(second())
  const shown = async () =>
    (await elsewhere.call('GET /admin/business', {})).find(({ part }) => part === 'vat')?.shown
  expect(await shown()).toEqual({})
  await publisher.call('PUT /admin/business/:part', {
    part: 'vat',
    version: 0,
    password: publisherSignIn.password,
    values: { VAT_PERCENT: '7.5', SELLER_TAX_ID: '' },
  })
  await vi.waitFor(async () => expect(await shown()).toMatchObject({ VAT_PERCENT: '7.5' }), 30_000)
})

test('wrong passwords at both replicas are counted together', async () => {
  const { email } = await aReader(first())
  const from = { 'X-Forwarded-For': '203.0.113.7', 'Content-Type': 'application/json' }
  const tryAt = async (base: string) => {
    const body = JSON.stringify({ email, password: 'not this one, nor that' })
    return (await fetch(`${base}/api/auth/sign-in`, { method: 'POST', headers: from, body })).status
  }
  for (let attempt = 0; attempt < wrongSignIns.account; attempt++) {
    expect(await tryAt(attempt % 2 ? first() : second())).toBe(401)
  }
  expect(await tryAt(first())).toBe(429)
  expect(await tryAt(second())).toBe(429)
})

test('an order submitted to both replicas at once is one order', async () => {
  const book = await aBookWithFile(dataDir, { price: 1500 })
  const press = randomUUID()
  const buyerEmail = `bisi-${randomUUID()}@buyers.example`
  const purchase = {
    bookId: book.id,
    quantity: 1,
    paymentMethod: 'card' as const,
    buyerName: 'Bisi Odu-Ray',
    buyerEmail,
  }
  const pressed = await Promise.all(
    [first(), second(), first(), second()].map(async (base) =>
      (await aVisitor(base)).call('POST /orders', purchase, press),
    ),
  )
  expect(new Set(pressed.map(({ reference }) => reference)).size).toBe(1)
  const [orders] = await sql<{ count: number }[]>`
    select count(*) from orders where buyer_email = ${buyerEmail}`
  expect(orders?.count).toBe(1)
})

test('a published book is on the shelf of both replicas and of the front server', async () => {
  const title = `The Quiet Ledger ${randomUUID()}`
  await aBookWithFile(dataDir, { title })
  for (const base of [first(), second(), front.base]) {
    const shows = async () => (await (await fetch(`${base}/books`)).text()).includes(title)
    await expect.poll(shows, { timeout: 10_000 }).toBe(true)
  }
})

/** Readers who read and share through the front server until they are told to stop; resolves to what went wrong. */
function aCrowd(ids: string[]) {
  let isOver = false
  let asked = 0
  const failed: string[] = []
  let acknowledged = 0
  let reads = 0
  const reading = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (!isOver) {
        for (const path of ['/', '/books?page=1', '/api/stories', '/api/health']) {
          const answer = await ask(path)
          if (answer instanceof Error || !answer.ok)
            failed.push(`${path} ${describeResult(answer)}`)
          else await answer.text()
          reads++
        }
      }
    }),
  )
  const sharing = Promise.all(
    Array.from({ length: 2 }, async () => {
      while (!isOver) {
        const id = ids[asked++ % ids.length]
        const answer = await ask(`/api/stories/${id}/share`, { method: 'POST' })
        if (!(answer instanceof Error) && answer.ok) acknowledged++
        else failed.push(`share ${describeResult(answer)}`)
      }
    }),
  )
  return {
    /** Resolves when many more have been answered. */
    async goesOn() {
      const until = { reads: reads + 20, acknowledged: acknowledged + 5 }
      await expect
        .poll(() => reads > until.reads && acknowledged > until.acknowledged, { timeout: 20_000 })
        .toBe(true)
    },
    async over() {
      isOver = true
      await Promise.all([reading, sharing])
      return { failed, acknowledged }
    },
  }
}

/** It asks over a connection of its own: nothing is asked twice, not even what any browser would ask again. */
const ask = (path: string, init: RequestInit = {}) =>
  fetch(front.base + path, { ...init, headers: { Connection: 'close' } }).catch(
    (error: Error) => error,
  )

const describeResult = (answer: Response | Error) =>
  answer instanceof Error ? `${answer.message} ${answer.cause}` : String(answer.status)

/** Each comes without a cookie, and so is a row of its own. */
const countShares = async (ids: string[]) => {
  const [row] = await sql<
    { count: number }[]
  >`select count(*) from story_shares where story_id = any(${ids})`
  return row?.count ?? 0
}

test('readers lose no request while a replica shuts down', async () => {
  const ids = await severalStories()
  const crowd = aCrowd(ids)
  await crowd.goesOn()
  const leaving = replicas[0] as (typeof replicas)[number]
  const gone = once(leaving.process, 'exit')
  leaving.process.kill('SIGTERM')
  const [status] = await gone
  expect(status).toBe(0)
  await crowd.goesOn()
  const { failed, acknowledged } = await crowd.over()
  expect(failed).toEqual([])
  expect(await countShares(ids)).toBe(acknowledged)
  replicas[0] = await openReplica(leaving.port)
  await expect.poll(async () => (await fetch(`${leaving.base}/api/ready`)).status).toBe(200)
})

test('readers are served while a replica is killed, and nothing acknowledged is lost', async () => {
  const isBack = async () => (await front.said()).trimEnd().split('front: replicas:').at(-1)
  await expect.poll(isBack, { timeout: 10_000 }).toContain(`:${replicas[0]?.port}`)
  // It says so before nginx has heard of it.
  await front.reload()
  const ids = await severalStories()
  const crowd = aCrowd(ids)
  await crowd.goesOn()
  const killed = replicas[1] as (typeof replicas)[number]
  await stopChild(killed.process, 'SIGKILL')
  await crowd.goesOn()
  const { failed, acknowledged } = await crowd.over()
  expect(failed.filter((what) => !what.startsWith('share'))).toEqual([])
  expect(await countShares(ids)).toBeGreaterThanOrEqual(acknowledged)
})
