import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sql } from '#db/sql.ts'
import { aReader, aStory, aVisitor } from '#tests/people.ts'
import { countStat, countStory, flushCounts } from './counts.queries.ts'
import { makePartitions, rollUp } from './roll-up.queries.ts'

/** What the rows of a story come to on each day of Lagos, and what the days say. */
async function rowsAndDays(ids: string[]) {
  const rows = await sql`
    with acts as (
      select viewed_on as day, story_id, 1 as reads, 0 as finishes, 0 as seconds, 0 as likes, 0 as shares, 0 as offline_reads
      from story_views
      union all select (shared_in_hour at time zone 'Africa/Lagos')::date, story_id, 0, 0, 0, 0, 1, 0 from story_shares
      union all select (created_at at time zone 'Africa/Lagos')::date, story_id, 0, 0, 0, 1, 0, 0 from likes
      union all select (hour at time zone 'Africa/Lagos')::date, story_id, 0, finishes, seconds, 0, 0, offline_reads
      from story_hours
    )
    select day::text, story_id, sum(reads) as reads, sum(finishes) as finishes, sum(seconds) as seconds,
      sum(likes) as likes, sum(shares) as shares, sum(offline_reads) as offline_reads
    from acts where story_id in ${sql(ids)} group by 1, 2 order by 1, 2`
  const days = await sql`
    select day::text, story_id, reads, finishes, seconds, likes, shares, offline_reads
    from story_days where story_id in ${sql(ids)} order by 1, 2`
  return { rows: rows.map(numbers), days: days.map(numbers) }
}

const numbers = (row: object) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      name === 'day' || name === 'storyId' ? value : Number(value),
    ]),
  )

/** Makes it look as if nothing had been rolled up yet. */
const forget = () =>
  sql`truncate story_days, story_months, category_days, author_days, author_months, figure_days`

const act = fc.record({
  story: fc.nat(2),
  kind: fc.constantFrom('view', 'share', 'like', 'unlike', 'finish', 'rollUp'),
  daysAgo: fc.nat(29),
  seconds: fc.nat(500),
})

test('daily counts equal the rows behind them in any order of events', async () => {
  await makePartitions()
  const readers = await Promise.all(Array.from({ length: 3 }, () => aReader()))
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 40 }), async (acts) => {
      await forget()
      const ids = await Promise.all([0, 1, 2].map(async () => (await aStory()).id))
      // What is older than the last roll-up changes no more: so acts come in the order of their days.
      const ordered = acts.toSorted((a, b) => b.daysAgo - a.daysAgo)
      for (const { story, kind, daysAgo, seconds } of ordered) {
        const id = ids[story] ?? ''
        const reader = readers[seconds % 3]?.reader.id ?? ''
        if (kind === 'view') {
          await sql`insert into story_views values (${id}, ${randomUUID()}, current_date - ${daysAgo}::integer)`
        } else if (kind === 'share') {
          await sql`
            insert into story_shares
            values (${id}, ${randomUUID()}, date_trunc('hour', now()) - make_interval(days => ${daysAgo}, hours => ${seconds % 24}))`
        } else if (kind === 'like') {
          await sql`
            insert into likes (story_id, reader_id, created_at)
            values (${id}, ${reader}, now() - make_interval(days => ${daysAgo})) on conflict do nothing`
        } else if (kind === 'finish') {
          await sql`
            insert into story_hours as h (hour, story_id, finishes, seconds)
            values (date_trunc('hour', now()) - make_interval(days => ${daysAgo}), ${id}, 1, ${seconds})
            on conflict (hour, story_id) do update set finishes = h.finishes + 1, seconds = h.seconds + ${seconds}`
        } else if (kind === 'unlike' && daysAgo === 0) {
          await sql`
            delete from likes where story_id = ${id} and reader_id = ${reader}
              and created_at > now() - interval '1 hour'`
        }
      }
      await rollUp()
      const first = await rowsAndDays(ids)
      expect(first.days).toEqual(first.rows)
      // Today goes on.
      await sql`insert into story_views values (${ids[0] ?? ''}, ${randomUUID()}, (now() at time zone 'Africa/Lagos')::date)`
      await sql`
        delete from likes where story_id in ${sql(ids)} and created_at > now() - interval '1 hour'`
      await rollUp()
      const second = await rowsAndDays(ids)
      expect(second.days).toEqual(second.rows)
      const [stories] = await sql`
        select sum(reads) as reads, sum(likes) as likes, sum(shares) as shares, sum(seconds) as seconds from story_days`
      for (const table of ['category_days', 'author_days']) {
        const [groups] = await sql`
          select sum(reads) as reads, sum(likes) as likes, sum(shares) as shares, sum(seconds) as seconds from ${sql(table)}`
        expect(Object.values(groups ?? {}).map(Number)).toEqual(
          Object.values(stories ?? {}).map(Number),
        )
      }
    }),
    { numRuns: 12 },
  )
})

test('a roll-up changes no counter and can be repeated', async () => {
  await forget()
  const { id } = await aStory()
  for (const visitor of [await aVisitor(), await aVisitor()]) {
    await visitor.call('POST /stories/:id/view', { id })
  }
  await sql`insert into story_views values (${id}, ${randomUUID()}, current_date - 29)`
  const counters = () => sql`select views, shares_count, updated_at from stories where id = ${id}`
  const before = await counters()
  expect(await rollUp()).toBe(true)
  const days = await sql`select * from story_days where story_id = ${id} order by day`
  expect(await rollUp()).toBe(true)
  expect(await sql`select * from story_days where story_id = ${id} order by day`).toEqual(days)
  expect(await counters()).toEqual(before)
  expect(days.map(({ reads }) => reads)).toEqual([1, 2])
})

test('a completed month is summed once', async () => {
  await forget()
  const authorId = randomUUID()
  const { id } = await aStory({ authorId })
  await sql`
    insert into story_hours (hour, story_id, finishes, seconds)
    select date_trunc('month', now() - interval '2 months') + n * interval '1 day' + interval '12 hours', ${id}, 1, 60
    from generate_series(0, 4) n`
  await rollUp()
  await rollUp()
  const months = await sql`select finishes, seconds from story_months where story_id = ${id}`
  expect(months.map(numbers)).toEqual([{ finishes: 5, seconds: 300 }])
  const authors =
    await sql`select finishes, seconds from author_months where author_id = ${authorId}`
  expect(authors.map(numbers)).toEqual([{ finishes: 5, seconds: 300 }])
})

test('hourly counts are deleted after 13 months, daily counts are not', async () => {
  await forget()
  const { id } = await aStory()
  await sql`create table story_hours_old partition of story_hours for values from ('2024-01-01 00:00+00') to ('2024-02-01 00:00+00')`.catch(
    async () => {
      // The first partition reaches back without end.
      await sql`alter table story_hours detach partition story_hours_before`
      await sql`create table story_hours_old partition of story_hours for values from (minvalue) to ('2024-02-01 00:00+00')`
    },
  )
  await sql`insert into story_hours (hour, story_id, finishes) values ('2024-01-15 12:00+00', ${id}, 7)`
  await sql`
    insert into category_days values ('2024-01-14', 'x', 0, 0, 0, 0, 0, 0)`
  await rollUp()
  expect(await sql`select to_regclass('story_hours_old') as there`).toEqual([{ there: null }])
  const days = await sql`select finishes from story_months where story_id = ${id}`
  expect(days.map(numbers)).toEqual([{ finishes: 7 }])
})

test('two replicas that write counts at the same moment lose none, and unknown stories are ignored', async () => {
  const { id } = await aStory()
  const hidden = await aStory({ isPublished: false })
  const visits = async () => {
    const [row] = await sql`
      select sum(total) as total from figure_hours where measure = 'visits' and class = 'direct'`
    return Number(row?.['total'] ?? 0)
  }
  // What another test has counted may still wait.
  await flushCounts()
  const before = await visits()
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      countStory(id, { finishes: 1, seconds: 10 })
      countStory(hidden.id, { finishes: 1 })
      countStory(randomUUID(), { finishes: 1 })
      countStat('visits', 'direct')
      await flushCounts()
    }),
  )
  await flushCounts()
  expect(
    (await sql`select finishes, seconds from story_hours where story_id = ${id}`).map(numbers),
  ).toEqual([{ finishes: 8, seconds: 80 }])
  expect(await sql`select 1 from story_hours where story_id = ${hidden.id}`).toHaveLength(0)
  expect((await visits()) - before).toBe(8)
})
