import type { Fragment } from 'postgres'
import { type Measure, sources, storyClass } from '#contract/stats.ts'
import { isWithinDays, lagosDay } from '#db/lagos.ts'
import { first, type Row, sql } from '#db/sql.ts'
import type { Period } from './periods.ts'

export type Counts = Row<
  'story_days',
  'reads' | 'finishes' | 'seconds' | 'likes' | 'shares' | 'offlineReads'
>

export type StoryStats = Counts & Row<'stories', 'id' | 'title'>
export type NamedStats = Counts & { name: string }

/** The authors whose stories are meant; null for all. */
export type Authors = string[] | null

/** Which stories are meant: of these authors, or one of theirs. */
export interface Whose {
  authors: Authors
  story: string | undefined
}

const meant = ({ authors, story }: Whose) => sql`
  true ${story ? sql`and id = ${story}` : sql``}
  ${authors ? sql`and author_id = any (${authors}::uuid[])` : sql``}`

/** Undefined: there is none, or it is somebody else's. */
export function findStory(story: string, authors: Authors) {
  return first(sql<Row<'stories', 'id' | 'title'>[]>`
    select id, title from stories where ${meant({ authors, story })}`)
}

const publishedWithin = (period: Period) =>
  sql`is_published and ${isWithinDays(sql`published_at`, period)}`

/** How many were published on each day, and one title of each. */
export function listPublishedByDay(period: Period, whose: Whose) {
  return sql<{ day: string; count: number; title: string }[]>`
    select ${lagosDay(sql`published_at`)}::text as day, count(*) as count, max(title) as title
    from stories where ${publishedWithin(period)} and ${meant(whose)} group by 1`
}

export function listNewlyPublished(period: Period, whose: Whose, limit: number) {
  return sql<(Row<'stories', 'id' | 'title'> & { day: string })[]>`
    select id, title, ${lagosDay(sql`published_at`)}::text as day
    from stories where ${publishedWithin(period)} and ${meant(whose)}
    order by published_at desc, id desc limit ${limit}`
}

const sums = () => sql`
  sum(reads) as reads, sum(finishes) as finishes, sum(seconds) as seconds, sum(likes) as likes,
  sum(shares) as shares, sum(offline_reads) as offline_reads`
const counted = () => sql`reads, finishes, seconds, likes, shares, offline_reads`

/** The days on which something was counted, in their order. */
export function listDays({ from, to }: Period, whose: Whose) {
  if (!whose.authors && !whose.story) {
    return sql<(Counts & { day: string })[]>`
      select day::text, ${sums()} from category_days
      where day between ${from}::date and ${to}::date group by category_days.day order by 1`
  }
  return sql<(Counts & { day: string })[]>`
    select d.day::text, ${sums()} from story_days d
    where d.story_id in (select id from stories where ${meant(whose)})
      and d.day between ${from}::date and ${to}::date
    group by d.day order by 1`
}

export function listCategories({ from, to }: Period) {
  return sql<NamedStats[]>`
    select category as name, ${sums()} from category_days
    where day between ${from}::date and ${to}::date group by category order by reads desc, 1`
}

/**
 * The rows that a period adds up: of whole months those of the months, of the rest those of the days. Fifty thousand
 * stories have eighteen million days in a year, and 600,000 months. `only` says of which, and `added` what of them.
 */
function partsOf(
  kind: 'story' | 'author',
  { from, to }: Period,
  { first, end }: Months,
  { added, only }: { added: Fragment; only: Fragment },
) {
  const [key, days, months] = [sql(`${kind}_id`), sql(`${kind}_days`), sql(`${kind}_months`)]
  return sql`
    select ${key}, ${added} from ${months}
    where month >= ${first}::date and month < ${end}::date and ${only}
    union all
    select ${key}, ${added} from ${days}
    where day >= ${from}::date and day < least(${first}::date, ${to}::date + 1) and ${only}
    union all
    select ${key}, ${added} from ${days}
    where day >= greatest(${end}::date, ${from}::date) and day <= ${to}::date and ${only}`
}

interface Months {
  first: string
  end: string
}

/** The whole months of a period that are added up; `end` is left out, and is `first` where there are none. */
async function findMonths({ from, to }: Period): Promise<Months> {
  const [edges] = await sql<Months[]>`
    select first::text, greatest(first, least(last, ended))::text as end
    from (
      select (date_trunc('month', ${from}::date - 1) + interval '1 month')::date as first,
        date_trunc('month', ${to}::date + 1)::date as last,
        (select coalesce(max(month) + interval '1 month', '-infinity')::date from story_months) as ended
    ) as months`
  if (!edges) throw new Error('Expected one row from a select without a table, found none')
  return edges
}

/**
 * The most read first. They are picked by their reads alone, and the rest is added up for those that were picked: to add up
 * everything for everybody takes three times as long.
 */
export async function listStories(period: Period, authors: Authors, limit: number) {
  const months = await findMonths(period)
  const reads = partsOf('story', period, months, {
    added: sql`reads`,
    only: authors
      ? sql`story_id in (select id from stories where author_id = any (${authors}::uuid[]))`
      : sql`true`,
  })
  const picked = await sql<Row<'stories', 'id'>[]>`
    select s.id from (select story_id, sum(reads) as reads from (${reads}) as parts group by story_id) as sums
    join stories s on s.id = sums.story_id and s.deleted_at is null
    order by sums.reads desc, s.id limit ${limit}`
  const ids = picked.map(({ id }) => id)
  const parts = partsOf('story', period, months, {
    added: counted(),
    only: sql`story_id = any (${ids}::uuid[])`,
  })
  return sql<StoryStats[]>`
    select s.id, s.title, sums.* from stories s
    join (select story_id, ${sums()} from (${parts}) as parts group by story_id) as sums on sums.story_id = s.id
    order by sums.reads desc, s.id`
}

/** The authors who are read most stand first. */
export async function listAuthors(period: Period, limit: number) {
  const all = { added: counted(), only: sql`true` }
  const parts = partsOf('author', period, await findMonths(period), all)
  return sql<NamedStats[]>`
    with top as (
      select author_id, ${sums()} from (${parts}) as parts
      group by author_id order by reads desc, author_id limit ${limit}
    )
    select named.name, top.* from top
    cross join lateral (select max(author_name) as name from stories where author_id = top.author_id) as named
    where named.name is not null
    order by top.reads desc, top.author_id`
}

export async function listReadsOf(ids: string[], { from, to }: Period) {
  if (ids.length === 0) return new Map<string, number>()
  const rows = await sql<{ id: string; reads: number }[]>`
    select story_id as id, sum(reads) as reads from story_days
    where story_id in ${sql(ids)} and day between ${from}::date and ${to}::date group by 1`
  return new Map(rows.map(({ id, reads }) => [id, reads]))
}

export async function sumByClass(measure: Measure, { from, to }: Period) {
  const rows = await sql<(Row<'figure_days', 'class'> & { total: number })[]>`
    select class, sum(total) as total from figure_days
    where measure = ${measure} and day between ${from}::date and ${to}::date group by class`
  return new Map(rows.map((row) => [row.class, row.total]))
}

/** Sums the visits that began at the story, by source. */
export async function sumStoryVisits(id: string, { from, to }: Period) {
  const ofSource = new Map(sources.map((source) => [storyClass(id, source), source]))
  const rows = await sql<(Row<'figure_days', 'class'> & { total: number })[]>`
    select class, sum(total) as total from figure_days
    where measure = ${'storyVisits' satisfies Measure} and class = any(${[...ofSource.keys()]})
      and day between ${from}::date and ${to}::date group by class`
  return new Map(rows.map((row) => [ofSource.get(row.class) as string, row.total]))
}

export async function sumByDay(measure: Measure, kind: string, { from, to }: Period) {
  const rows = await sql<(Row<'figure_days', 'total'> & { day: string })[]>`
    select day::text, total from figure_days
    where measure = ${measure} and class = ${kind} and day between ${from}::date and ${to}::date`
  return new Map(rows.map(({ day, total }) => [day, total]))
}

export type IssueStats = Row<'letter_counts', 'sent' | 'complained' | 'leftNewsletter'> & {
  id: string
  subject: string
  /** The day on which its sending began. */
  day: string
  /** Mails that the mail server refused, or that were reported as bounced later. */
  bounced: number
}

/** The letters and digests whose sending began in a period, newest first; not those that were kept here. */
export function listIssueStats(period: Period) {
  return sql<IssueStats[]>`
    select l.id, l.mail_subject as subject, ${lagosDay(sql`l.started_at`)}::text as day,
      c.sent, c.refused + c.bounced as bounced, c.complained, c.left_newsletter
    from letters l
      -- One letter at a time: the view as a whole would add up the recipients of all letters.
      join lateral (select * from letter_counts where letter_id = l.id) c on true
    where not l.was_kept and ${isWithinDays(sql`l.started_at`, period)}
    order by l.started_at desc, l.id`
}

/** Orders with a price, tests apart, by the day on which they were begun; what was paid by the day of the payment. */
export function listOrderDays(period: Period) {
  const day = (column: 'created_at' | 'paid_at') => lagosDay(sql`${sql(column)}`)
  const within = (column: 'created_at' | 'paid_at') => isWithinDays(sql`${sql(column)}`, period)
  const counted = sql`provider <> 'gift' and not is_test`
  return sql<{ day: string; begun: number; paid: number; givenUp: number }[]>`
    select day::text, sum(begun) as begun, sum(paid) as paid, sum(given_up) as given_up
    from (
      select ${day('created_at')} as day, 1 as begun, 0 as paid,
        (state in ('failed', 'abandoned', 'expired'))::integer as given_up
      from orders where ${counted} and ${within('created_at')}
      union all
      select ${day('paid_at')}, 0, 1, 0 from orders where ${counted} and ${within('paid_at')}
    ) as moves group by day order by day`
}

/** The stories that a contributor has on the site; the most read of these 28 days first. */
export function listOwnStats(authorId: string) {
  return sql<
    (Row<'stories', 'id' | 'title' | 'views' | 'likesCount' | 'sharesCount'> & {
      reads: number
      finishes: number
      minutes: number
    })[]
  >`
    select s.id, s.title, coalesce(d.reads, 0) as reads, coalesce(d.finishes, 0) as finishes,
      (coalesce(d.seconds, 0) / 60)::integer as minutes, s.views, s.likes_count, s.shares_count
    from stories s
    left join lateral (
      select sum(reads) as reads, sum(finishes) as finishes, sum(seconds)::bigint as seconds from story_days
      where story_id = s.id and day > ${lagosDay()} - 28
    ) d on true
    where s.author_id = ${authorId} and s.is_published
    order by reads desc, s.published_at desc, s.id limit 100`
}
