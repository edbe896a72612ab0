import { randomUUID } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { baseline, makeOldDatabase } from '#tests/databases/old-database.ts'
import { aFolder } from '#tests/folders.ts'
import { listMigrations, migrate, migrateWithin, readHistory } from './migrate.ts'
import { type Database, openDatabase } from './sql.ts'

const opened: Database[] = []
afterAll(() => Promise.all(opened.map((db) => db.end({ timeout: 1 }))))

/** A database that has seen no migration. */
async function anEmptyDatabase() {
  const server = inject('databaseUrl')
  const name = `empty_${randomUUID().replaceAll('-', '')}`
  const admin = openDatabase(server.replace('/ascend?', '/postgres?'), { max: 1 })
  await admin.unsafe(`create database ${name} template template0`)
  await admin.end()
  const open = () => {
    const db = openDatabase(server.replace('/ascend?', `/${name}?`), { max: 2 })
    opened.push(db)
    return db
  }
  return { db: open(), open }
}

/** A folder of migrations, by name. */
async function someMigrations(files: Record<string, string>) {
  const folder = await aFolder()
  const write = (name: string, text: string) => writeFile(join(folder, name), text)
  for (const [name, text] of Object.entries(files)) await write(name, text)
  return { folder, write }
}

describe('a fresh database', () => {
  test('gets every migration once, in order of name', async () => {
    const { db } = await anEmptyDatabase()
    const names = (await readdir('db/migrations')).sort()
    expect(await migrate(db, 'db/migrations')).toEqual(names)
    expect(await migrate(db, 'db/migrations')).toEqual([])
    const ran = await db<{ name: string }[]>`select name from migrations order by ran_at, name`
    expect(ran.map(({ name }) => name)).toEqual(names)
  })

  test('gets them once when two replicas start at the same moment', async () => {
    const { db, open } = await anEmptyDatabase()
    const replicas = [db, open(), open()]
    const ran = await Promise.all(replicas.map((replica) => migrate(replica, 'db/migrations')))
    expect(ran.flat().sort()).toEqual((await readdir('db/migrations')).sort())
  })

  test('ignores files that are no migrations', async () => {
    const { db } = await anEmptyDatabase()
    const { folder } = await someMigrations({ 'README.md': 'no sql', '0001-a.sql': 'select 1' })
    expect(await migrate(db, folder)).toEqual(['0001-a.sql'])
  })
})

describe('a database with a history', () => {
  test('of before the baseline is brought up to date without it', async () => {
    const { db } = await anEmptyDatabase()
    await makeOldDatabase(db)
    const later = (await readdir('db/migrations')).sort().slice(1)
    expect(await migrate(db, 'db/migrations')).toEqual(later)
    expect(await migrate(db, 'db/migrations')).toEqual([])
    const ran = await db<{ name: string }[]>`select name from migrations order by name`
    const old = ['0001-stories.sql', baseline, '0262-price-in-kobo.sql']
    expect(ran.map(({ name }) => name)).toEqual([...old, ...later])
  })

  test('that is older than what the baseline replaces is refused, and unchanged', async () => {
    const { db } = await anEmptyDatabase()
    await makeOldDatabase(db, '0261-order-problems-read.sql')
    await expect(migrate(db, 'db/migrations')).rejects.toThrow(
      /^The database is too old for this release, and nothing was changed: upgrade to a release in between first, the last one that has 0262-price-in-kobo\.sql/,
    )
    expect(await db`select name from migrations order by name`).toEqual([
      { name: '0001-stories.sql' },
      { name: '0261-order-problems-read.sql' },
    ])
    expect(await db`select to_regclass('settings') as later`).toEqual([{ later: null }])
  })

  test('counts a second baseline in place of the first and of what came after it', () => {
    const migration = (name: string, text = '') => ({ name, text, sha256: `of ${name}` })
    const known = [
      migration('0004-second.sql', '-- replaces up to 0004-y.sql\n'),
      migration('0005-z.sql'),
    ]
    const ran = ['0001-a.sql', '0002-first.sql', '0003-x.sql', '0004-y.sql', '0005-z.sql']
    const history = (names: string[]) =>
      readHistory(
        known,
        names.map((name) => migration(name)),
      )
    expect(history(ran).ran.map(({ name }) => name)).toEqual(['0004-second.sql', '0005-z.sql'])
    expect(history([...ran, '0004-second.sql'])).toMatchObject({ ran: { length: 2 } })
    expect(history(ran.slice(0, 3)).missing).toBe('0004-y.sql')
    expect(history([])).toEqual({ ran: [], missing: undefined })
  })

  test('gets only new migrations', async () => {
    const { db } = await anEmptyDatabase()
    const { folder, write } = await someMigrations({ '0001-a.sql': 'create table a (x integer)' })
    await migrate(db, folder)
    await write('0002-b.sql', 'create table b (x integer); insert into b values (7)')
    expect(await migrate(db, folder)).toEqual(['0002-b.sql'])
    expect(await db`select x from b`).toEqual([{ x: 7 }])
  })

  test('rejects a migration that was edited after it ran, and runs nothing else', async () => {
    const { db } = await anEmptyDatabase()
    const { folder, write } = await someMigrations({ '0001-a.sql': 'create table a (x integer)' })
    await migrate(db, folder)
    await write('0001-a.sql', 'create table a (x bigint)')
    await write('0002-b.sql', 'create table b (x integer)')
    await expect(migrate(db, folder)).rejects.toThrow(
      'Migration 0001-a.sql was changed after it ran; write a new one instead',
    )
    expect(await db`select to_regclass('b') as b`).toEqual([{ b: null }])
  })

  test('rolls back a failed migration, keeps earlier ones, and continues once it is fixed', async () => {
    const { db } = await anEmptyDatabase()
    const { folder, write } = await someMigrations({
      '0001-a.sql': 'create table a (x integer)',
      '0002-b.sql': 'create table b (x integer); select 1 / 0;',
    })
    await expect(migrate(db, folder)).rejects.toMatchObject({
      message: 'Migration 0002-b.sql failed',
      cause: expect.objectContaining({ message: 'division by zero' }),
    })
    expect(await db`select to_regclass('a')::text as a, to_regclass('b')::text as b`).toEqual([
      { a: 'a', b: null },
    ])
    await write('0002-b.sql', 'create table b (x integer)')
    expect(await migrate(db, folder)).toEqual(['0002-b.sql'])
  })

  test('is not left locked by a failed migration', async () => {
    const { db, open } = await anEmptyDatabase()
    const { folder } = await someMigrations({ '0001-a.sql': 'nonsense' })
    await expect(migrate(db, folder)).rejects.toThrow('Migration 0001-a.sql failed')
    const { folder: good } = await someMigrations({ '0001-b.sql': 'select 1' })
    expect(await migrate(open(), good)).toEqual(['0001-b.sql'])
  })

  test('has no time limit for migrations, and the usual one for queries', async () => {
    const { db } = await anEmptyDatabase()
    const { folder } = await someMigrations({
      '0001-a.sql': `create table a as select current_setting('statement_timeout') as allowed`,
    })
    await migrate(db, folder)
    expect(await db`select allowed from a`).toEqual([{ allowed: '0' }])
    const [now] = await db<{ allowed: string }[]>`
      select current_setting('statement_timeout') as allowed`
    expect(now?.allowed).toBe('8s')
  })
})

describe('while others use the database', () => {
  /** A database with one table of so many rows, and the migrations that come next. */
  async function aTable(files: Record<string, string>, rows = 1_000) {
    const { db, open } = await anEmptyDatabase()
    await db`create table read_by_all as select n from generate_series(1, ${rows}::integer) n`
    return { db, open, ...(await someMigrations(files)) }
  }
  const adding = { '0001-a.sql': 'alter table read_by_all add column title text' }

  /** Somebody who has read the table and does not end their transaction. */
  async function aLongReader(db: Database) {
    const reader = await db.reserve()
    await reader`begin`
    await reader`select count(*) from read_by_all`
    return {
      async ends() {
        await reader`commit`
        reader.release()
      },
    }
  }

  test('a migration retries its lock while readers go on, and succeeds', async () => {
    const { db, open, folder } = await aTable(adding)
    const reader = await aLongReader(open())
    const notes: string[] = []
    let isOver = false
    const migrating = migrate(db, folder, { lockMs: 50, note: (text) => notes.push(text) }).finally(
      () => {
        isOver = true
      },
    )
    await expect.poll(() => notes.length, { timeout: 10_000 }).toBe(1)
    const others = open()
    for (let reads = 0; reads < 20; reads++) await others`select count(*) from read_by_all`
    expect(isOver).toBe(false)
    await reader.ends()
    expect(await migrating).toEqual(['0001-a.sql'])
    expect(notes).toEqual([
      'Migration 0001-a.sql waits for a table that is in use, and asks again; nobody waits behind it.',
    ])
  })

  test('a migration that never gets its lock fails and changes nothing', async () => {
    const { db, open, folder } = await aTable({
      '0001-a.sql': 'create table made (x integer); alter table read_by_all add column title text',
    })
    const reader = await aLongReader(open())
    await expect(migrate(db, folder, { lockMs: 50, attemptsMs: 500 })).rejects.toThrow(
      /^Migration 0001-a\.sql got no lock within 1 s and changed nothing: a long transaction or a backup holds/,
    )
    expect(await db`select to_regclass('made') as made`).toEqual([{ made: null }])
    await reader.ends()
    expect(await migrate(db, folder)).toEqual(['0001-a.sql'])
  })

  test('an index is built during writes, and an invalid one is built again', async () => {
    const { db, open, folder, write } = await aTable({})
    const other = open()
    // A process leaves it so that was killed while it built.
    await other`insert into read_by_all values (1)`
    await other
      .unsafe('create unique index concurrently read_by_number on read_by_all (n)')
      .catch(() => {})
    const isValid = () => db`
      select indisvalid from pg_index where indexrelid = 'read_by_number'::regclass`
    expect(await isValid()).toEqual([{ indisvalid: false }])

    const text =
      '-- concurrently\n-- Why.\ncreate index concurrently if not exists read_by_number\n  on read_by_all (n);'
    await write('0001-a.sql', text)
    const writer = await other.reserve()
    await writer`begin`
    await writer`insert into read_by_all values (2)`
    const migrating = migrate(db, folder)
    const isBuilding = async () => {
      const waiting = await other`
        select from pg_stat_activity where query like '%index concurrently%' and wait_event_type = 'Lock'
          and datname = current_database() and pid <> pg_backend_pid()`
      return waiting.length
    }
    await expect.poll(isBuilding, { timeout: 10_000 }).toBe(1)
    await other`insert into read_by_all values (3)`
    await writer`commit`
    writer.release()
    expect(await migrating).toEqual(['0001-a.sql'])
    expect(await isValid()).toEqual([{ indisvalid: true }])
    expect(await migrate(db, folder)).toEqual([])
  })

  test('rows are changed in batches, and an interrupted migration continues where it stopped', async () => {
    const { db, folder, write } = await aTable({ '0001-a.sql': adding['0001-a.sql'] }, 1_050)
    await db.unsafe(`
      create table changes (many integer);
      create function note_change() returns trigger language plpgsql as $$ begin
        insert into changes select count(*) from fresh;
        if (select count(*) from changes) = 3 and (select max(n) from read_by_all) > 0 then
          raise exception 'cut off'; end if;
        return null; end $$`)
    await migrate(db, folder)
    await db.unsafe(`create trigger noted after update on read_by_all referencing new table as fresh
      for each statement execute function note_change()`)
    await write(
      '0002-b.sql',
      "-- in batches\nupdate read_by_all set title = 'x' where n in (select n from read_by_all where title is null limit 500);",
    )
    await expect(migrate(db, folder)).rejects.toThrow('Migration 0002-b.sql failed')
    const [half] = await db`select count(*) from read_by_all where title is null`
    expect(half).toEqual({ count: 50 })
    await db`drop trigger noted on read_by_all`
    expect(await migrate(db, folder)).toEqual(['0002-b.sql'])
    expect(await db`select many from changes`).toEqual([{ many: 500 }, { many: 500 }])
    expect(await db`select from read_by_all where title is null`).toHaveLength(0)
  })

  test('a dead migrator blocks the next one for a limited time, a running one until it is done', async () => {
    const { db, open, folder } = await aTable(adding)
    const dead = await open().reserve()
    const [{ pid } = { pid: 0 }] = await dead<{ pid: number }[]>`
      select pg_backend_pid() as pid, pg_advisory_lock(7203551)::text`
    const notes: string[] = []
    const note = (text: string) => void notes.push(text)
    await expect(migrate(db, folder, { note, othersMs: 300 })).rejects.toThrow(
      /^Another migrator has been at work for 0 minutes \(process \d+ of Postgres\)\. Nothing was changed\./,
    )
    expect(notes).toEqual([expect.stringMatching(/^Another migrator is at work/)])
    expect(await migrate(db, folder, { note, deadMs: 100 })).toEqual(['0001-a.sql'])
    expect(notes.at(-1)).toMatch(/has held the lock and done nothing for .* it is ended\.$/)
    const isThere = () => db`select from pg_stat_activity where pid = ${pid}`
    await expect.poll(async () => (await isThere()).length, { timeout: 5_000 }).toBe(0)
  })

  test('a restore runs the same migrations within its transaction', async () => {
    const { db } = await anEmptyDatabase()
    const { folder } = await someMigrations({
      '0001-a.sql': 'create table a (x integer)',
      '0002-b.sql': '-- concurrently\ncreate index concurrently if not exists a_by_x on a (x);',
      '0003-c.sql':
        '-- in batches\nupdate a set x = 1 where x in (select x from a where x = 0 limit 5);',
    })
    const migrations = await listMigrations(folder)
    await db.begin((tx) => migrateWithin(tx, migrations))
    expect(await migrate(db, folder)).toEqual([])
    expect(await db`select to_regclass('a_by_x')::text as name`).toEqual([{ name: 'a_by_x' }])
  })
})
