import { connect, createServer, type Socket } from 'node:net'
import { Readable, Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { ownDatabaseUrl } from '#tests/databases/own-database-url.ts'
import { copyFrom, copyTo } from './copy.ts'
import { openDatabase } from './open-database.ts'
import { hookQuery, onQueryFault, plannedEachTime } from './query-hooks.ts'

// One test for each name or habit of postgres.js that is not documented and that this folder relies on. After an upgrade
// of postgres.js a failure here says what has changed; where a test of a bug of the driver fails, the bug is fixed and
// its workaround can go.

let url: string
beforeAll(async () => {
  url = await ownDatabaseUrl()
})

const opened: postgres.Sql[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((db) => db.end({ timeout: 1 })))
})

/** One connection as we open it, and its sockets. */
function aDatabase(address = url, max = 1) {
  const sockets: Socket[] = []
  const db = openDatabase(address, { max, opened: (socket) => sockets.push(socket) })
  opened.push(db as unknown as postgres.Sql)
  return { db, sockets }
}

/** The driver without what we replace. */
function aPlainDatabase(options: postgres.Options<Record<string, never>> = {}) {
  const address = new URL(url)
  const path = `${address.searchParams.get('host')}/.s.PGSQL.5432`
  address.searchParams.delete('host')
  const db = postgres(address.href, { path, max: 1, onnotice: () => {}, ...options })
  opened.push(db)
  return db
}

/** A server that does this with each connection; its address. */
async function aServer(onConnection: (socket: Socket) => void) {
  const server = createServer((socket) => {
    onConnection(socket.on('error', () => {}))
    onTestFinished(() => void socket.destroy())
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  return `postgres://ascend@127.0.0.1:${(server.address() as { port: number }).port}/ascend`
}

const isPending = async (promise: Promise<unknown>, ms = 300) =>
  (await Promise.race([promise, pause(ms, 'pending')])) === 'pending'

/** What is private in a query. */
interface Insides {
  handler: (query: object) => void
  resolve: (result: unknown) => void
  reject: (fault: unknown) => void
  options: { prepare?: boolean }
}
const insides = (query: object) => query as unknown as Insides

const fifteenMB = `select repeat(md5(n::text), 40) from generate_series(1, 12000) n`

describe('a query', () => {
  test('is sent by `query.handler`, once, when it is awaited', async () => {
    const { db } = aDatabase()
    const query = db`select 1 as number`
    const sent: object[] = []
    const { handler } = insides(query)
    insides(query).handler = (given) => {
      sent.push(given)
      handler(given)
    }
    await pause(20)
    expect(sent).toEqual([])
    expect(await query).toEqual([{ number: 1 }])
    await query
    expect(sent).toEqual([query])
  })

  test('has `query.handler` on every kind of connection', async () => {
    const { db } = aDatabase()
    expect(insides(db.unsafe('select 1')).handler).toBeTypeOf('function')
    const reserved = await db.reserve()
    expect(insides(reserved`select 1`).handler).toBeTypeOf('function')
    reserved.release()
    await db.begin(async (tx) => {
      expect(insides(tx`select 1`).handler).toBeTypeOf('function')
      expect(insides(tx.unsafe('select 1')).handler).toBeTypeOf('function')
    })
  })

  test('alone has `query.handler`: names, lists and typed values have none', () => {
    const { db } = aDatabase()
    const parts = [db('name'), db(['a', 'b']), db({ a: 1 }), db.json([1]), db.array([1])]
    expect(parts.filter((part) => 'handler' in part)).toEqual([])
  })

  test('does not call `query.handler` of the queries that are parts of it', async () => {
    const { db } = aDatabase()
    const part = db`where true`
    insides(part).handler = () => {
      throw new Error('sent')
    }
    expect(await db`select 1 as number ${part}`).toEqual([{ number: 1 }])
  })

  test('ends by `query.resolve` with its result', async () => {
    const query = aDatabase().db`select 1 as number`
    const { resolve } = insides(query)
    insides(query).resolve = () => resolve.call(query, 'ours')
    expect(await query).toBe('ours')
  })

  test('ends by `query.reject` with its fault', async () => {
    const query = aDatabase().db`select 1 / 0`
    const { reject } = insides(query)
    insides(query).reject = (fault) => reject.call(query, `ours: ${fault}`)
    await expect(query).rejects.toMatch(/^ours: .*division by zero/)
  })

  test('is delayed, aborted and read by the hooks', async () => {
    const { db } = aDatabase()
    const calls: string[] = []
    const hook = (query: object, begin: (giveUp: (fault: unknown) => void) => void = () => {}) =>
      hookQuery(query, {
        begin(giveUp) {
          calls.push('begin')
          begin(giveUp)
          return (fault) => void calls.push(fault ? 'fault' : 'result')
        },
        readFault: (error) => `read: ${error}`,
      }) as Promise<unknown>
    expect(await hook(db`select 1 as number`)).toEqual([{ number: 1 }])
    await expect(hook(db`select 1 / 0`)).rejects.toMatch(/^read: .*division by zero/)
    const refuse = () => {
      throw 'refused'
    }
    await expect(hook(db`create table sent ()`, refuse)).rejects.toBe('refused')
    await expect(hook(db`select 1`, (giveUp) => giveUp('given up'))).rejects.toBe('given up')
    await db`drop table if exists sent`
    expect(calls).toEqual(['begin', 'result', 'begin', 'fault', 'begin', 'begin', 'result'])
  })

  test('is planned each time when `query.options.prepare` is off', async () => {
    const { db } = aDatabase()
    await db`select ${1}::integer as prepared`
    await plannedEachTime(db`select ${1}::integer as unprepared`)
    const statements = await db<{ statement: string }[]>`
      select statement from pg_prepared_statements where statement like '%prepared' and statement not like '%like%'`
    expect(statements.map(({ statement }) => statement)).toEqual(['select $1::integer as prepared'])
  })
})

test('a query through a pooler is sent after the reply to the one before, not prepared', async () => {
  const sockets: Socket[] = []
  const db = openDatabase(url, {
    max: 1,
    isPooled: true,
    opened: (socket) => sockets.push(socket),
  })
  opened.push(db as unknown as postgres.Sql)
  const alone = (query: ReturnType<typeof db.unsafe>) =>
    hookQuery(query, { isAlone: true, begin: () => () => {}, readFault: String }) as typeof query
  await alone(db.unsafe('select 1'))
  const first = alone(db.unsafe('select pg_sleep(0.3)')).execute()
  await pause(100)
  const sent = sockets[0]?.bytesWritten
  const second = alone(db.unsafe('select $1::integer as number', [2])).execute()
  await pause(50)
  expect(sockets[0]?.bytesWritten).toBe(sent)
  await first
  expect(await second).toEqual([{ number: 2 }])
  expect(await db`select count(*) from pg_prepared_statements`).toEqual([{ count: 0 }])
})

describe('a result after one that was cut off in its rows', () => {
  const breakOff = (db: { unsafe(text: string): Promise<unknown> }) =>
    expect(db.unsafe('select 1 / (3 - n) from generate_series(1, 9) as n')).rejects.toThrow()

  test('begins with holes, which is a bug of the driver', async () => {
    const db = aPlainDatabase()
    await breakOff(db)
    const rows = await db`select 1 as number`
    expect([rows.length, 0 in rows]).toEqual([3, false])
  })

  test('has none of them when it went through the hooks', async () => {
    const { db } = aDatabase()
    await breakOff(db)
    const query = hookQuery(db`select 1 as number`, { begin: () => () => {}, readFault: String })
    expect(await query).toEqual([{ number: 1 }])
  })
})

describe('COPY to the client', () => {
  const copyMuch = (db: ReturnType<typeof openDatabase>) =>
    db.unsafe(`copy (${fifteenMB}) to stdout`)

  test('pauses the socket while nobody reads, and `rows._read` resumes it', async () => {
    const { db, sockets } = aDatabase()
    const rows = await copyMuch(db).readable()
    await expect.poll(() => sockets[0]?.isPaused()).toBe(true)
    rows._read(0)
    expect(sockets[0]?.isPaused()).toBe(false)
    rows.resume()
    await new Promise((resolve) => rows.once('end', resolve))
  })

  test('gives every chunk to `rows.push`, and null at the end', async () => {
    const { db } = aDatabase()
    const rows = await copyMuch(db).readable()
    let bytes = 0
    await new Promise<void>((resolve) => {
      const push = (chunk: Buffer | null) => {
        if (chunk === null) resolve()
        else bytes += chunk.length
        return true
      }
      bytes += rows.readableLength
      Object.assign(rows, { push })
      rows._read(0)
    })
    expect(bytes).toBe(12_000 * (32 * 40 + 1))
  })

  test('sets `_readableState.ended` when all rows have come, read or not', async () => {
    const { db } = aDatabase()
    const rows = await db.unsafe('copy (select 1) to stdout').readable()
    const { _readableState: state } = rows as unknown as { _readableState: { ended: boolean } }
    await expect.poll(() => state.ended).toBe(true)
    expect(rows.readableEnded).toBe(false)
    expect(String(rows.read())).toBe('1\n')
  })

  test('calls `query.reject` when the connection is cut, though its stream was handed out', async () => {
    const { db, sockets } = aDatabase()
    const query = copyMuch(db)
    const rows = await query.readable()
    rows.on('error', () => {})
    const fault = new Promise((resolve) => onQueryFault(query, resolve))
    sockets[0]?.destroy(new Error('cut'))
    expect(String(await fault)).toContain('cut')
  })

  test('leaves a usable connection, whether the rows were read or not', async () => {
    const { db } = aDatabase()
    let bytes = 0
    await copyTo(copyMuch(db), async (rows) => {
      for await (const chunk of rows) bytes += (chunk as Buffer).length
    })
    expect(bytes).toBe(12_000 * (32 * 40 + 1))
    const full = copyTo(
      copyMuch(db),
      (rows) =>
        rows.pipe(new Writable({ write: (_, __, done) => done() })) && Promise.reject('full'),
    )
    await expect(full).rejects.toBe('full')
    expect(await db`select 1 as number`).toEqual([{ number: 1 }])
  })
})

describe('COPY from the client', () => {
  test('calls `query.reject` when the rows are wrong, though its stream was handed out', async () => {
    const { db } = aDatabase()
    await db`create table numbers (number integer primary key)`
    const copyIn = (text: string) =>
      copyFrom(db.unsafe('copy numbers from stdin'), Readable.from([Buffer.from(text)]))
    await copyIn('1\n2\n')
    await expect(copyIn('3\n3\n')).rejects.toThrow('duplicate key')
    expect(await db`select number from numbers order by 1`).toEqual([{ number: 1 }, { number: 2 }])
  })
})

describe('a connection', () => {
  test('uses the socket of the `socket` option, which gets path, host and port', async () => {
    const { db, sockets } = aDatabase()
    await db`select 1`
    expect(sockets).toHaveLength(1)
    expect(sockets[0]?.bytesRead).toBeGreaterThan(0)
    const given: unknown[] = []
    const socket = (to: object) => {
      given.push(to)
      return connect(1, '127.0.0.1')
    }
    const options = { max: 1, socket }
    const elsewhere = postgres('postgres://a@host.example:1234/a', options)
    await expect(elsewhere`select 1`).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    expect(given).toEqual([
      expect.objectContaining({ path: false, host: ['host.example'], port: [1234] }),
    ])
    expect(sockets[0]).toHaveProperty('host')
  })

  test('that the server closes before it is established fails its query once', async () => {
    let count = 0
    const address = await aServer((socket) => {
      count++
      socket.end()
    })
    await expect(aDatabase(address).db`select 1`).rejects.toMatchObject({
      code: 'CONNECTION_CLOSED',
    })
    expect(count).toBe(1)
  })

  test('sends no query of its own with `fetch_types` off', async () => {
    let written = ''
    const recordWrites = (socket: Socket) => {
      const write = socket.write.bind(socket)
      Object.assign(socket, {
        write(bytes: Buffer, done?: () => void) {
          written += bytes
          return write(bytes, done)
        },
      })
    }
    const db = openDatabase(url, { max: 1, opened: recordWrites })
    opened.push(db as unknown as postgres.Sql)
    await db`select 1 as number`
    expect(written).toContain('select 1 as number')
    expect(written).not.toContain('pg_type')
  })

  test('is retried at once with a `backoff` of 0', async () => {
    const { db } = aDatabase('postgres://ascend@127.0.0.1:1/ascend')
    const startedAt = Date.now()
    for (let time = 0; time < 5; time++) {
      await expect(db`select 1`).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    }
    expect(Date.now() - startedAt).toBeLessThan(1_000)
  })

  test('does not expire with a `max_lifetime` of null', () => {
    expect(aDatabase().db.options.max_lifetime).toBeNull()
  })

  test('is never reserved before it is established, which is a bug of the driver', async () => {
    expect(await isPending(aPlainDatabase({ fetch_types: false }).reserve())).toBe(true)
  })

  test('can be reserved before it is established', async () => {
    const { db } = aDatabase()
    const reserved = await db.reserve()
    expect(await reserved`select 1 as number`).toEqual([{ number: 1 }])
    reserved.release()
  })
})

describe('an error of a connection', () => {
  test('has the code CONNECTION_ENDED after `end`', async () => {
    const { db } = aDatabase()
    await db.end()
    await expect(db`select 1`).rejects.toMatchObject({ code: 'CONNECTION_ENDED' })
  })

  test('has the code CONNECTION_DESTROYED when `end` did not wait for the query', async () => {
    const { db } = aDatabase()
    const query = expect(db`select pg_sleep(20)`).rejects.toMatchObject({
      code: 'CONNECTION_DESTROYED',
    })
    const other = aDatabase().db
    const sleeping = () => other`select from pg_stat_activity where query = 'select pg_sleep(20)'`
    await expect.poll(sleeping).toHaveLength(1)
    await db.end({ timeout: 0 })
    await query
  })

  test('has the code CONNECT_TIMEOUT when the server sends nothing', async () => {
    const address = await aServer(() => {})
    const db = postgres(address, { max: 1, connect_timeout: 0.2 })
    await expect(db`select 1`).rejects.toMatchObject({ code: 'CONNECT_TIMEOUT' })
  })
})
