import { randomUUID } from 'node:crypto'
import { cp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { aFolder } from '#tests/folders.ts'
import { migrate } from './migrate.ts'
import { type Database, openDatabase } from './sql.ts'

const opened: Database[] = []
afterAll(() => Promise.all(opened.map((db) => db.end())))

async function migrationsBefore(name: string): Promise<string> {
  const folder = await aFolder()
  for (const file of await readdir('db/migrations')) {
    if (file < name) await cp(join('db/migrations', file), join(folder, file))
  }
  return folder
}

/** A database of the version before partitions, with stories whose older rows were deleted. */
async function theVersionBefore() {
  const server = inject('databaseUrl')
  const name = `before_${randomUUID().replaceAll('-', '')}`
  const admin = openDatabase(server.replace('/ascend?', '/postgres?'), { max: 1 })
  await admin.unsafe(`create database ${name} template template0`)
  await admin.end()
  const open = (max: number) => {
    const db = openDatabase(server.replace('/ascend?', `/${name}?`), { max })
    opened.push(db)
    return db
  }
  const db = open(2)
  await migrate(db, await migrationsBefore('0090'))
  const stories = await db<{ id: string }[]>`
    insert into stories (title, content, summary, category, author_id, author_name, author_role)
    select 'A', 'B', 'C', 'D', gen_random_uuid(), 'E', 'F' from generate_series(1, 3) returning id`
  const ids = stories.map(({ id }) => id)
  for (const id of ids) {
    await db`
      insert into story_views
      select ${id}, gen_random_uuid(), current_date - n from generate_series(0, 40) n`
    await db`
      insert into story_shares
      select ${id}, gen_random_uuid(), date_trunc('hour', now()) - n * interval '1 day'
      from generate_series(0, 40) n`
  }
  await deleteAsBefore(db)
  return { db, open, ids }
}

/** The cleanup of the version before. */
async function deleteAsBefore(db: Database) {
  await db`delete from story_views where viewed_on < current_date - 30`
  await db`delete from story_shares where shared_in_hour < now() - make_interval(days => 30)`
}

const countersAndRows = async (db: Database) => {
  const counters = await db`select id, views, shares_count from stories order by id`
  const rows = await db`
    select s.id,
      coalesce(t.views, 0) + (select count(*) from story_views v where v.story_id = s.id) as views,
      coalesce(t.shares, 0) + (select count(*) from story_shares h where h.story_id = s.id) as shares_count
    from stories s left join story_totals t on t.story_id = s.id order by s.id`
  return { counters: [...counters], rows: [...rows] }
}

test('the release before goes on counting during the partitioning, and counts nothing twice', async () => {
  const { db, open, ids } = await theVersionBefore()
  const before = open(4)
  let isMigrating = true
  let written = 0
  const visitor = randomUUID()
  const write = async () => {
    while (isMigrating) {
      for (const id of ids) {
        await before`
          insert into story_views (story_id, visitor_id, viewed_on)
          values (${id}, gen_random_uuid(), (now() at time zone 'Africa/Lagos')::date) on conflict do nothing`
        await before`
          insert into story_views (story_id, visitor_id, viewed_on)
          values (${id}, ${visitor}, (now() at time zone 'Africa/Lagos')::date) on conflict do nothing`
        await before`
          insert into story_shares (story_id, visitor_id, shared_in_hour)
          values (${id}, gen_random_uuid(), date_trunc('hour', now(), 'UTC')) on conflict do nothing`
        written += 1
      }
      await deleteAsBefore(before)
    }
  }
  const writers = [write(), write()]
  await expect.poll(() => written).toBeGreaterThan(5)
  // This holds for the release after it alone: a later one forgets who viewed, and they may count once more.
  await migrate(db, await migrationsBefore('0120'))
  const sofar = written
  await expect.poll(() => written).toBeGreaterThan(sofar + 5)
  isMigrating = false
  await Promise.all(writers)
  await deleteAsBefore(before)
  const { counters, rows } = await countersAndRows(db)
  expect(rows).toEqual(counters)
  expect(await db`select 1 from story_views where visitor_id = ${visitor}`).toHaveLength(3)
  expect(counters.reduce((sum, { views }) => sum + views, 0)).toBe(3 * 41 + written + 3)
})

test('a view counts once a visitor and day across the border of two partitions', async () => {
  const { db, ids } = await theVersionBefore()
  await migrate(db, 'db/migrations')
  const [end] = await db<{ end: string }[]>`
    select end_of_partitions('story_views')::text as end, make_partitions('story_views', end_of_partitions('story_views'))`
  const [id, visitor] = [ids[0] ?? '', randomUUID()]
  const view = (days: number) => db`
    insert into story_views values (${id}, ${visitor}, ${end?.end ?? ''}::date + ${days}::integer)
    on conflict do nothing`
  for (const days of [-1, -1, 0, 0, -1, 1]) await view(days)
  expect(await db`select 1 from story_views where visitor_id = ${visitor}`).toHaveLength(3)
  const { counters, rows } = await countersAndRows(db)
  expect(rows).toEqual(counters)
})

test('an expired partition is dropped unless it has rows that are still needed', async () => {
  const { db, ids } = await theVersionBefore()
  await migrate(db, 'db/migrations')
  const partitions = async () => {
    const [row] = await db<{ count: number }[]>`
      select count(*) from pg_inherits where inhparent = 'story_views'::regclass`
    return Number(row?.count)
  }
  const all = await partitions()
  const lastOf = async () => {
    const [row] = await db<{ day: string }[]>`
      select (regexp_match(pg_get_expr(relpartbound, oid), 'TO \\(''(\\d{4}-\\d\\d-\\d\\d)'))[1] as day
      from pg_class where oid = 'story_views_before'::regclass`
    return row?.day ?? ''
  }
  const edge = await lastOf()
  expect(await db`select drop_partitions('story_views', ${edge}::date, true) as n`).toEqual([
    { n: 0 },
  ])
  await db`delete from story_views where story_id in ${db(ids)}`
  expect(await db`select drop_partitions('story_views', ${edge}::date - 1, true) as n`).toEqual([
    { n: 0 },
  ])
  expect(await db`select drop_partitions('story_views', ${edge}::date, true) as n`).toEqual([
    { n: 1 },
  ])
  expect(await partitions()).toBe(all - 1)
  const { counters, rows } = await countersAndRows(db)
  expect(rows).toEqual(counters)
})
