import { isCleanupAllowed } from '#api/jobs/cleanup.ts'
import { dayMs } from '#contract/days.ts'
import { keptMonths } from '#contract/retention.ts'
import type { Measure } from '#contract/stats.ts'
import { advisoryLocks } from '#db/advisory-locks.ts'
import { lagosDay, startOfDay } from '#db/lagos.ts'
import { sql, transaction } from '#db/sql.ts'

/** The present month and so many more have a partition. */
const monthsAhead = 3

/** Each with how long its partitions stay; those of rows that the cleanup deletes go once they are empty. */
const partitioned = {
  story_views: 'empty',
  story_shares: 'empty',
  story_hours: keptMonths.countsByHour,
  figure_hours: keptMonths.countsByHour,
  story_days: keptMonths.countsByStoryAndDay,
} as const

/** Makes the partitions of the next months. Waits for nobody long: an hour later is as good. */
export async function makePartitions() {
  await transaction(async () => {
    await sql`set local lock_timeout = '5s'`
    await sql`select pg_advisory_xact_lock(${advisoryLocks.rollUp})`
    for (const table of Object.keys(partitioned)) {
      await sql`
        select make_partitions(${table}::text::regclass, (now() + make_interval(months => ${monthsAhead}::integer))::date)`
    }
  })
}

/**
 * Brings the days up to date with the rows of hours, views, likes and shares, and drops what is past its time, in one
 * transaction: what is dropped is in the days before. It never touches a story's counters. False where another replica
 * does it, or a backup is made. Stories, months and categories follow the days.
 */
export async function rollUp(): Promise<boolean> {
  return transaction(async () => {
    const [lock] = await sql<{ isMine: boolean }[]>`
      select pg_try_advisory_xact_lock(${advisoryLocks.rollUp}) as is_mine`
    if (!lock?.isMine || !(await isCleanupAllowed())) return false
    await sql`set local statement_timeout = '10min'`
    await sql`set local lock_timeout = '2s'`
    const [first] = await sql<{ day: string }[]>`
      select coalesce(
        (select max(day) - 1 from category_days),
        ${lagosDay()} - make_interval(months => ${keptMonths.countsByHour}::integer)
      )::date::text as day`
    const since = first?.day ?? ''
    for (const [from, until] of weeksSince(since)) await rollUpStories(from, until)
    await rollUpGroup('category_days', 'category', since)
    await rollUpGroup('author_days', 'author_id', since)
    await rollUpStats(since)
    await rollUpMonths('story')
    await rollUpMonths('author')
    await dropWhatIsPast()
    return true
  })
}

const stepDays = 7

/** Steps keep each query short: the first time there is a year to roll up. Days are yyyy-mm-dd, without `until`. */
function weeksSince(since: string): [from: string, until: string][] {
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  const weeks: [string, string][] = []
  // Lagos may be a day ahead.
  const end = Date.now() + 2 * dayMs
  for (let at = Date.parse(since); at < end; at += stepDays * dayMs) {
    weeks.push([day(at), day(at + stepDays * dayMs)])
  }
  return weeks
}

/** Counts of a day may also shrink: a like is taken back. */
async function rollUpStories(from: string, until: string) {
  const within = (column: 'shared_in_hour' | 'created_at' | 'hour') =>
    sql`${sql(column)} >= ${startOfDay(from)} and ${sql(column)} < ${startOfDay(until)}`
  await sql`
    with acts as (
      select viewed_on as day, story_id, count(*) as reads, 0 as finishes, 0 as seconds, 0 as likes, 0 as shares,
        0 as offline_reads
      from story_views where viewed_on >= ${from}::date and viewed_on < ${until}::date group by 1, 2
      union all
      select ${lagosDay(sql`shared_in_hour`)}, story_id, 0, 0, 0, 0, count(*), 0
      from story_shares where ${within('shared_in_hour')} group by 1, 2
      union all
      select ${lagosDay(sql`created_at`)}, story_id, 0, 0, 0, count(*), 0, 0
      from likes where ${within('created_at')} group by 1, 2
      union all
      select ${lagosDay(sql`hour`)}, story_id, 0, sum(finishes), sum(seconds), 0, 0,
        sum(offline_reads)
      from story_hours where ${within('hour')} group by 1, 2
    ),
    sums as materialized (
      select day, story_id, sum(reads) as reads, sum(finishes) as finishes, sum(seconds) as seconds,
        sum(likes) as likes, sum(shares) as shares, sum(offline_reads) as offline_reads
      from acts group by day, story_id
    ),
    gone as (
      delete from story_days d
      where d.day >= ${from}::date and d.day < ${until}::date
        and not exists (select from sums s where s.day = d.day and s.story_id = d.story_id)
    )
    insert into story_days as d (day, story_id, reads, finishes, seconds, likes, shares, offline_reads)
    select day, story_id, reads, finishes, seconds, likes, shares, offline_reads from sums
    on conflict (day, story_id) do update set
      reads = excluded.reads, finishes = excluded.finishes, seconds = excluded.seconds,
      likes = excluded.likes, shares = excluded.shares, offline_reads = excluded.offline_reads
    where (d.reads, d.finishes, d.seconds, d.likes, d.shares, d.offline_reads) is distinct from
      (excluded.reads, excluded.finishes, excluded.seconds, excluded.likes, excluded.shares, excluded.offline_reads)`
}

/** It goes by what a story has on the day on which it is rolled up for the last time: it may change later. */
async function rollUpGroup(
  table: 'category_days' | 'author_days',
  column: 'category' | 'author_id',
  since: string,
) {
  await sql`delete from ${sql(table)} where day >= ${since}::date`
  await sql`
    insert into ${sql(table)} (day, ${sql(column)}, reads, finishes, seconds, likes, shares, offline_reads)
    select d.day, s.${sql(column)}, sum(d.reads), sum(d.finishes), sum(d.seconds), sum(d.likes), sum(d.shares),
      sum(d.offline_reads)
    from story_days d join stories s on s.id = d.story_id
    where d.day >= ${since}::date group by d.day, s.${sql(column)}`
}

async function rollUpStats(since: string) {
  await sql`
    insert into figure_days as d (day, measure, class, total)
    select ${lagosDay(sql`hour`)}, measure, class, sum(total)
    from figure_hours where hour >= ${startOfDay(since)}
    group by 1, 2, 3
    on conflict (measure, day, class) do update set total = excluded.total
    where d.total <> excluded.total`
}

/** A month is rolled up once it is over, and again the day after, while its last day may still change. */
async function rollUpMonths(kind: 'story' | 'author') {
  const [key, days, months] = [sql(`${kind}_id`), sql(`${kind}_days`), sql(`${kind}_months`)]
  await sql`
    insert into ${months} (month, ${key}, reads, finishes, seconds, likes, shares, offline_reads)
    select date_trunc('month', d.day)::date, d.${key}, sum(d.reads), sum(d.finishes), sum(d.seconds), sum(d.likes),
      sum(d.shares), sum(d.offline_reads)
    from ${days} d
    where d.day < date_trunc('month', ${lagosDay()} - 2)
      and d.day >= coalesce(
        (select max(month) + interval '1 month' from ${months}), '-infinity'::timestamp)
    group by 1, 2`
}

async function dropWhatIsPast() {
  for (const [table, months] of Object.entries(partitioned)) {
    if (months === 'empty') {
      await sql`select drop_partitions(${table}::text::regclass, current_date, true)`
    } else {
      await sql`
        select drop_partitions(${table}::text::regclass,
          (now() - make_interval(months => ${months}::integer))::date, false)`
    }
  }
  // They stay as long as the other counts of a story.
  await sql`
    delete from figure_days where measure = ${'storyVisits' satisfies Measure}
      and day < (now() - make_interval(months => ${keptMonths.countsByStoryAndDay}::integer))::date`
}
