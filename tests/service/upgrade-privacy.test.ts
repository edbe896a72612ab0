import { randomUUID } from 'node:crypto'
import { cp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { migrate } from '#db/migrate.ts'
import { type Database, openDatabase } from '#db/sql.ts'
import { aFolder } from '#tests/folders.ts'

const opened: Database[] = []
afterAll(() => Promise.all(opened.map((db) => db.end())))

const tables = ['story_shares', 'story_views']

/** A database of the version before the keyed hashes. */
async function theVersionBefore() {
  const server = inject('databaseUrl')
  const name = `names_${randomUUID().replaceAll('-', '')}`
  const admin = openDatabase(server.replace('/ascend?', '/postgres?'), { max: 1 })
  await admin.unsafe(`create database ${name} template template0`)
  await admin.end()
  const db = openDatabase(server.replace('/ascend?', `/${name}?`), { max: 2 })
  opened.push(db)
  const folder = await aFolder()
  for (const file of await readdir('db/migrations')) {
    if (file < '0120') await cp(join('db/migrations', file), join(folder, file))
  }
  await migrate(db, folder)
  return db
}

const countersAndDays = async (db: Database) => {
  const counters = await db`select id, views, shares_count, heat from stories order by id`
  const days = await db`
    select story_id, viewed_on as day, count(*) from story_views group by 1, 2
    union all select story_id, shared_in_hour::date, count(*) from story_shares group by 1, 2
    order by 1, 2, 3`
  return { counters: [...counters], days: [...days] }
}

test('an upgrade deletes who viewed, shared and signed in, and keeps every count', async () => {
  const db = await theVersionBefore()
  await db`
    insert into stories (title, content, summary, category, author_id, author_name, author_role)
    select 'A', 'B', 'C', 'D', gen_random_uuid(), 'E', 'F' from generate_series(1, 3)`
  await db`create table visitors as select gen_random_uuid() as id from generate_series(1, 500)`
  // More than two batches, over three months and more of partitions; the same visitors for every story.
  for (const table of tables) await db`alter table ${db(table)} disable trigger user`
  await db`
    insert into story_views select s.id, v.id, current_date - n * 20
    from stories s, visitors v, generate_series(0, 6) n`
  await db`
    insert into story_shares select s.id, v.id, date_trunc('hour', now()) - n * interval '20 days'
    from stories s, visitors v, generate_series(0, 3) n`
  for (const table of tables) await db`alter table ${db(table)} enable trigger user`
  await db`update stories set views = 3500, shares_count = 2000, heat = 9`
  const [reader] = await db<{ id: string }[]>`
    insert into readers (email) values ('simi@readers.example') returning id`
  const [member] = await db<{ id: string }[]>`
    insert into staff (role, name, password_hash, state) values ('owner', 'ada', 'hash', 'active') returning id`
  await db`insert into reader_devices (id, reader_id) values (${'a'.repeat(64)}, ${reader?.id ?? ''})`
  await db`insert into staff_devices (id, staff_id) values (${'b'.repeat(64)}, ${member?.id ?? ''})`
  await db`insert into publisher_devices (id) values (${'c'.repeat(64)})`
  const before = await countersAndDays(db)

  await migrate(db, 'db/migrations')
  expect(await countersAndDays(db)).toEqual(before)
  const known = await db<{ count: number }[]>`
    select count(*) from (select visitor_id from story_views union all select visitor_id from story_shares) rows
    where visitor_id in (select id from visitors)`
  expect(known).toEqual([{ count: 0 }])
  const [rows] = await db<{ all: number; different: number }[]>`
    select count(*) as all, count(distinct visitor_id) as different from story_views`
  expect(rows).toEqual({ all: 10_500, different: 10_500 })
  for (const table of ['reader_devices', 'staff_devices', 'publisher_devices']) {
    expect(await db`select 1 from ${db(table)}`, table).toEqual([])
  }

  // The version before writes so while both run.
  await db`
    insert into story_views (story_id, visitor_id, viewed_on)
    select id, gen_random_uuid(), current_date from stories`
  expect(await db`select views from stories`).toEqual([1, 2, 3].map(() => ({ views: 3501 })))
})

test('an upgrade merges failed sign-ins into a line a day with their number, and keeps other lines', async () => {
  const db = await theVersionBefore()
  await db`
    insert into activity (action, at)
    select 'signInFailed', '2026-03-01 12:00+01'::timestamptz + make_interval(days => n % 3, secs => n)
    from generate_series(1, 4500) n`
  await db`insert into activity (who, action) select 'ada', 'signedIn' from generate_series(1, 5)`
  await migrate(db, 'db/migrations')
  const rows = await db`
    select who, action, day::text, count, (at at time zone 'Africa/Lagos')::date = day as is_that_day
    from activity where action = 'signInFailed' order by day`
  const days = ['2026-03-01', '2026-03-02', '2026-03-03']
  expect(rows).toEqual(
    days.map((day) => ({ who: null, action: 'signInFailed', day, count: 1500, isThatDay: true })),
  )
  expect(await db`select day, count from activity where action = 'signedIn'`).toEqual(
    Array.from({ length: 5 }, () => ({ day: null, count: 1 })),
  )
})
