import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownDatabaseUrl } from '#tests/databases/own-database-url.ts'
import { runs } from '#tests/long.ts'
import { copyIn, copyOut, listTables, setTriggers, type Transaction } from '../tables.ts'
import { type Database, openDatabase } from './open-database.ts'

let db: Database
beforeAll(async () => {
  db = openDatabase(await ownDatabaseUrl(), { max: 2 })
})
afterAll(() => db.end())

/** What Postgres takes, which is every sign but NUL. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }).map((it) => it.replaceAll('\0', '').toWellFormed()),
  fc.constantFrom(
    '\\N',
    '\\.',
    '\\',
    '\\\\N',
    'a\tb',
    'a\nb',
    '\r\n',
    '"',
    "''",
    '',
    ' ',
    '🎁',
    '{,}',
    'NULL',
  ),
)
const row = fc.record({
  said: fc.option(text),
  list: fc.option(fc.array(text, { maxLength: 3 })),
  half: fc.option(fc.double({ noNaN: true })),
  bytes: fc.option(fc.uint8Array({ maxLength: 9 })),
  data: fc.option(fc.jsonValue().map((it) => JSON.stringify(it).replaceAll('\\u0000', ''))),
})

test('rows with unusual text are exported and imported unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 12 }), async (rows) => {
      await inScratch(async (tx) => {
        for (const { said: output, list, half, bytes, data } of rows) {
          await tx`insert into odd_from (said, list, half, bytes, data)
            values (${output}, ${list}, ${half}, ${bytes && Buffer.from(bytes)}, ${data}::text::json)`
        }
        const columns = ['said', 'list', 'half', 'bytes', 'data']
        const pieces: Buffer[] = []
        await copyOut(tx, { name: 'odd_from', columns }, async (taken) => {
          for await (const piece of taken) pieces.push(piece)
        })
        await copyIn(tx, { name: 'odd_to', columns }, Readable.from(pieces))
        const contentOf = async (name: string) =>
          (await tx.unsafe(`select r::text, r.said from ${name} r order by 1`)).map((one) => ({
            ...one,
          }))
        expect(await contentOf('odd_to')).toEqual(await contentOf('odd_from'))
        expect(await contentOf('odd_to')).toHaveLength(rows.length)
      })
    }),
    { numRuns: runs({ sample: 20, long: 500 }) },
  )
})

test.each([
  ['that belong to nobody', 'likes', '00000000-0000-4000-8000-000000000000', /likes_of_a/],
  ['cut in the middle', 'likes', '00000000-0000-4000-8000', /invalid input syntax|missing data/],
])('rows %s are rejected with the error of the database', async (_, name, cell, output) => {
  const taken = db.begin(async (tx) => {
    const table = (await listTables(tx)).find((one) => one.name === name)
    if (!table) throw new Error('no such table')
    const line = `${table.columns.map((column) => (column.endsWith('_id') ? cell : '2026-01-01')).join('\t')}\n`
    await copyIn(tx, table, Readable.from([Buffer.from(line)]))
  })
  await expect(taken).rejects.toThrow(output)
  expect(await db`select 1 as one`).toEqual([{ one: 1 }])
})

const fifteenMB = `insert into odd_from (said)
  select repeat(md5(n::text), 40) from generate_series(1, 12000) n`

test('a table of many megabytes is exported completely to a slow reader', async () => {
  await inScratch(async (tx) => {
    await tx.unsafe(fifteenMB)
    let bytes = 0
    await copyOut(tx, { name: 'odd_from', columns: ['said'] }, async (rows) => {
      for await (const piece of rows) {
        bytes += (piece as Buffer).length
        await new Promise(setImmediate)
      }
    })
    expect(bytes).toBe(12_000 * (32 * 40 + 1))
    expect(await tx`select count(*) from odd_from`).toEqual([{ count: 12_000 }])
  })
})

test('a failing reader ends the transaction with its error', async () => {
  const broken = inScratch(async (tx) => {
    await tx.unsafe(fifteenMB)
    const full = new Writable({ write: (_, __, done) => done(new Error('the disk is full')) })
    await copyOut(tx, { name: 'odd_from', columns: ['said'] }, (rows) => pipeline(rows, full))
  })
  await expect(broken).rejects.toThrow('the disk is full')
  expect(await db`select 1 as one`).toEqual([{ one: 1 }])
})

test('tables are sorted after those that they reference', async () => {
  const names = (await db.begin(listTables)).map(({ name }) => name)
  for (const [first, then] of [
    ['readers', 'likes'],
    ['stories', 'likes'],
    ['books', 'orders'],
    ['orders', 'gift_codes'],
  ] as const) {
    expect(names.indexOf(then), `${then} after ${first}`).toBeGreaterThan(names.indexOf(first))
  }
  const generated = await db.begin(listTables)
  expect(generated.find(({ name }) => name === 'stories')?.columns).not.toContain('excerpt')
})

test('disabled triggers are enabled again', async () => {
  await db.begin(async (tx) => {
    const tables = await listTables(tx)
    const count = async () =>
      (await tx`select count(*) from pg_trigger where not tgisinternal and tgenabled = 'O'`)[0]?.[
        'count'
      ]
    const before = await count()
    expect(before).toBeGreaterThan(10)
    await setTriggers(tx, tables, 'disable')
    expect(await count()).toBe(0)
    await setTriggers(tx, tables, 'enable')
    expect(await count()).toBe(before)
  })
})

async function inScratch(work: (tx: Transaction) => Promise<void>) {
  const columns = 'said text, list text[], half float8, bytes bytea, data json'
  await db
    .begin(async (tx) => {
      await tx.unsafe(`create table odd_from (${columns}); create table odd_to (${columns})`)
      await work(tx)
      throw new Error('over')
    })
    .catch((error: Error) => {
      if (error.message !== 'over') throw error
    })
}
