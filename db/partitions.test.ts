import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { anEmptyDatabase } from '#tests/databases/empty-database.ts'
import { migrate } from './migrate.ts'
import type { Database } from './sql.ts'

/** A database with stories whose older rows were deleted. */
async function aDatabase() {
  const { db } = await anEmptyDatabase()
  await migrate(db, 'db/migrations')
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
  await db`delete from story_views where viewed_on < current_date - 30`
  await db`delete from story_shares where shared_in_hour < now() - make_interval(days => 30)`
  return { db, ids }
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

test('a view counts once a visitor and day across the border of two partitions', async () => {
  const { db, ids } = await aDatabase()
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
  const { db, ids } = await aDatabase()
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
