import { apiError } from '#contract/errors.ts'
import { readNextLength } from '#contract/form-limits.ts'
import { provenanceColumns } from '#contract/magazine/provenance.ts'
import { keptDays } from '#contract/retention.ts'
import { perVersion } from '#db/data-version.ts'
import { deepPages } from '#db/deep-pagination.ts'
import { lagosDay } from '#db/lagos.ts'
import { columns, countRows, first, hasRows, type Row, type RowOf, sql } from '#db/sql.ts'

/** The state of a story as an SQL expression; one that was published before is `unpublished`. */
export const storyState = () => sql`
  case when is_published then 'published' when published_at is not null then 'unpublished' else status end`

export const summaryColumns = columns('stories', [
  'id',
  'slug',
  'title',
  'excerpt',
  'summary',
  'category',
  'authorId',
  'authorName',
  'authorRole',
  'authorImageUrl',
  'imageUrl',
  'imageFocus',
  'videoUrl',
  'readTimeMinutes',
  'likesCount',
  'sharesCount',
  'views',
  'rating',
  'isPublished',
  'isFeatured',
  'publishedAt',
  'createdAt',
  'updatedAt',
])

export type StoryRow = RowOf<typeof summaryColumns>

/** Newest first; `category` undefined means all. */
export async function listPublishedStories({
  category,
  limit,
  offset = 0,
}: {
  category?: string | undefined
  limit: number
  offset?: number
}) {
  const begin = await beginOf(category ?? '', offset)
  return sql<(StoryRow & { heat: number })[]>`
    select ${sql(summaryColumns)}, round((heat / heat_of(now()))::numeric, 1) as heat from stories
    where is_published ${inCategory(category)}
      ${begin.after ? sql`and (published_at, id) < (${begin.after.at}::timestamptz, ${begin.after.id}::uuid)` : sql``}
    order by published_at desc, id desc
    limit ${limit} offset ${begin.offset}`
}

const beginOf = deepPages(
  50,
  (category) =>
    sql`select published_at as at, id from stories where is_published ${inCategory(category)}`,
)

/** They are counted once for each version of the public data. */
export function countPublishedStories(category?: string): Promise<number> {
  return countOf(category ?? '')
}

// More than there are categories, so that unknown ones do not evict known ones.
const countOf = perVersion(50, async (category) => {
  return countRows(sql`stories where is_published ${inCategory(category)}`)
})

const cardColumns = columns('stories', ['id', 'title', 'category', 'readTimeMinutes', 'imageUrl'])

export type StoryCard = RowOf<typeof cardColumns>

/** Lists stories by trending score, newest among equals; `category` undefined means all. */
export function listHottest(category?: string): Promise<StoryCard[]> {
  return hottestOf(category ?? '')
}

/** Only the newest are considered, so that the cost does not grow with the magazine. */
const newestConsidered = 500

// They are enough for the story itself, suggestions of its category, and as many others.
const hottest = 2 * readNextLength + 1

/** They are cached for each version of the public data, like the pages that show them. */
const hottestOf = perVersion(
  50,
  (category) => sql<StoryCard[]>`
    select ${sql(cardColumns)} from (
      select ${sql(cardColumns)}, heat, published_at from stories
      where is_published ${inCategory(category)}
      order by published_at desc, id desc limit ${newestConsidered}
    ) as newest
    order by heat desc, published_at desc, id desc limit ${hottest}`,
)

/** What the suggestions below a published story depend on. */
export function findStoryContext(id: string) {
  return first(sql<(Row<'stories', 'category'> & { author: string | null; isInSeries: boolean })[]>`
    select s.category, a.slug as author, p.story_id is not null as is_in_series
    from stories s
      left join authors a on a.author_id = s.author_id and a.is_public
      left join series_parts p on p.story_id = s.id
    where s.id = ${id} and s.is_published`)
}

function inCategory(category: string | undefined) {
  return category ? sql`and category = ${category}` : sql``
}

export function findFeaturedStory(): Promise<StoryRow | undefined> {
  return first(sql<StoryRow[]>`
    select ${sql(summaryColumns)} from stories
    where is_published and is_featured
    order by published_at desc limit 1`)
}

export type StoryContent = Row<'stories', 'content' | 'contentFormat' | 'imageAlt'>

export const wholeColumns = columns('stories', [
  ...summaryColumns.filter((name) => name !== 'excerpt'),
  'content',
  'contentFormat',
  'imageAlt',
  ...provenanceColumns,
])

export type WholeStory = RowOf<typeof wholeColumns>

export function findOpenStory(id: string) {
  return first(sql<WholeStory[]>`
    select ${sql(wholeColumns)} from stories where id = ${id} and is_published`)
}

/** Its picture may be shown beside links to it: it is an adult's, or one whose guardian agrees. */
export function mayShowPhoto(id: string): Promise<boolean> {
  return hasRows(sql`
    select from stories where id = ${id} and is_published
      and coalesce(publishing_awaits(stories), 'phone') = 'phone'`)
}

type Engagement = Row<'stories', 'id' | 'likesCount' | 'sharesCount' | 'views' | 'rating'> & {
  liked: boolean
}

/** One query, so that count and heart are of the same moment. */
export function listEngagement(ids: string[], readerId: string | null = null) {
  return sql<Engagement[]>`
    select id, likes_count, shares_count, views, rating,
      exists (select from likes where story_id = stories.id and reader_id = ${readerId}) as liked
    from stories where id in ${sql(ids)} and is_published`
}

export async function requirePublishedStory(id: string) {
  const [counters] = await listEngagement([id])
  if (!counters) throw apiError('storyNotFound')
  return counters
}

/** A share counts once per reader, story and hour. `by`: a keyed hash of the reader, or a random id for a visitor. */
export async function insertShare(storyId: string, by: string) {
  await sql`
    insert into story_shares (story_id, visitor_id, shared_in_hour, keyed)
    values (${storyId}, ${by}, date_trunc('hour', now(), 'UTC'), true)
    on conflict do nothing`
}

/** A view counts once per reader, story and day in Lagos. `by`: a keyed hash of the reader, or a random id for a visitor. */
export async function insertView(storyId: string, by: string) {
  await sql`
    insert into story_views (story_id, visitor_id, viewed_on, keyed)
    values (${storyId}, ${by}, ${lagosDay()}, true)
    on conflict do nothing`
}

/** Deletes the rows that prevent counting twice; triggers keep the totals. */
export async function deleteCounted() {
  await sql`delete from story_views where viewed_on < current_date - ${keptDays.counted}::integer`
  await sql`
    delete from story_shares
    where shared_in_hour < now() - make_interval(days => ${keptDays.counted})`
}
