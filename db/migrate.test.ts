import { randomUUID } from 'node:crypto'
import { cp, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { aFolder } from '#tests/folders.ts'
import { migrate } from './migrate.ts'
import { type Database, openDatabase } from './sql.ts'

const opened: Database[] = []
afterAll(() => Promise.all(opened.map((db) => db.end())))

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
  test('gets every migration once, in the order of their names', async () => {
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

  test('is left alone by files that are no migrations', async () => {
    const { db } = await anEmptyDatabase()
    const { folder } = await someMigrations({ 'README.md': 'no sql', '0001-a.sql': 'select 1' })
    expect(await migrate(db, folder)).toEqual(['0001-a.sql'])
  })
})

describe('a database with a history', () => {
  test('of one publisher has them as the owner, still signed in', async () => {
    const { db } = await anEmptyDatabase()
    const before = await aFolder()
    const names = (await readdir('db/migrations')).filter((name) => name < '0040').sort()
    for (const name of names) await cp(join('db/migrations', name), join(before, name))
    await migrate(db, before)
    await db`insert into publisher (username, password_hash) values ('ada', 'hash')`
    await db`insert into publisher_sessions (id, expires_at) values ('token', now() + interval '1 hour')`
    await db`insert into publisher_devices (id) values ('browser')`

    await migrate(db, 'db/migrations')
    const rows = await db`
      select role, name, email, state, s.id as session, d.id as device, s.expires_at > now() as is_open
      from staff join staff_sessions s on s.staff_id = staff.id
        join staff_devices d on d.staff_id = staff.id`
    expect(rows).toEqual([
      {
        ...{ role: 'owner', name: 'ada', email: null, state: 'active' },
        ...{ session: 'token', device: 'browser', isOpen: true },
      },
    ])
  })

  test('gets only what is new', async () => {
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

  test('is as it was when a migration fails, keeps the earlier ones and goes on once it is mended', async () => {
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

  test('is not locked for others by a migration that failed', async () => {
    const { db, open } = await anEmptyDatabase()
    const { folder } = await someMigrations({ '0001-a.sql': 'nonsense' })
    await expect(migrate(db, folder)).rejects.toThrow('Migration 0001-a.sql failed')
    const { folder: good } = await someMigrations({ '0001-b.sql': 'select 1' })
    expect(await migrate(open(), good)).toEqual(['0001-b.sql'])
  })

  test('lets a migration take as long as it needs, and queries no longer than before', async () => {
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
