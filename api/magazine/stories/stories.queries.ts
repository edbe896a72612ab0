import { apiError } from '#contract/errors.ts'
import { readNextLength } from '#contract/form-limits.ts'
import { keptDays } from '#contract/retention.ts'
import { uploadIdsIn } from '#contract/uploads.ts'
import { perVersion } from '#db/data-version.ts'
import { deepPages } from '#db/deep-pagination.ts'
import { columns, type Row, type RowOf, sql } from '#db/sql.ts'

/** As a column: a story that was published once is unpublished. */
export const storyState = () => sql`
  case when is_published then 'published' when published_at is not null then 'unpublished' else status end`

/** What lists show of a story. */
export const summaryColumns = columns('stories', [
  'id',
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

/** Counted once for each version of the public data. */
export function countPublishedStories(category?: string): Promise<number> {
  return countOf(category ?? '')
}

// More than there are categories: unknown ones must not push the known ones out.
const countOf = perVersion(50, async (category) => {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from stories where is_published ${inCategory(category)}`
  return row?.count ?? 0
})

/** As much of a story as a link to it shows. */
const cardColumns = columns('stories', ['id', 'title', 'category', 'readTimeMinutes'])

export type StoryCard = RowOf<typeof cardColumns>

/** What was read, liked and shared most of late, the newest among equals; `category` undefined means all. */
export function listHottest(category?: string): Promise<StoryCard[]> {
  return hottestOf(category ?? '')
}

/** Of the newest alone, so that the work does not grow with the magazine. */
const newestConsidered = 500

// Enough for a story, what its category leads on to, and as many others.
const hottest = 2 * readNextLength + 1

/** As of the first question in each version of the public data, as the pages that show it are. */
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

function inCategory(category: string | undefined) {
  return category ? sql`and category = ${category}` : sql``
}

export async function findFeaturedStory(): Promise<StoryRow | undefined> {
  const [story] = await sql<StoryRow[]>`
    select ${sql(summaryColumns)} from stories
    where is_published and is_featured
    order by published_at desc limit 1`
  return story
}

/** With its text, as a row of a whole story has it. */
export type StoryContent = Row<'stories', 'content' | 'contentFormat' | 'imageAlt'>

/** Of a whole story. */
export const wholeColumns = columns('stories', [
  ...summaryColumns.filter((name) => name !== 'excerpt'),
  'content',
  'contentFormat',
  'imageAlt',
])

export type WholeStory = RowOf<typeof wholeColumns>

/** A story that the public may read. */
export async function findOpenStory(id: string) {
  const [story] = await sql<WholeStory[]>`
    select ${sql(wholeColumns)} from stories where id = ${id} and is_published`
  return story
}

/** The sizes of the pictures in a text, which a plain one has none of. */
export async function listTextPictures({ content, contentFormat }: StoryContent) {
  const ids = contentFormat === 'plain' ? [] : uploadIdsIn(content)
  if (ids.length === 0) return []
  return sql<Row<'uploads', 'id' | 'width' | 'height'>[]>`
    select id, width, height from uploads where id in ${sql(ids)}`
}

export type Engagement = Row<'stories', 'id' | 'likesCount' | 'sharesCount' | 'views' | 'rating'>

export function listEngagement(ids: string[]) {
  return sql<Engagement[]>`
    select id, likes_count, shares_count, views, rating from stories
    where id in ${sql(ids)} and is_published`
}

/** Throws unless the story is published. */
export async function openCounters(id: string) {
  const [counters] = await listEngagement([id])
  if (!counters) throw apiError('storyNotFound')
  return counters
}

/** Once a visitor, story and hour; the visitor by a keyed hash. */
export async function insertShare(storyId: string, visitorHash: string) {
  await sql`
    insert into story_shares (story_id, visitor_id, shared_in_hour, keyed)
    values (${storyId}, ${visitorHash}, date_trunc('hour', now(), 'UTC'), true)
    on conflict do nothing`
}

/** Once a visitor, story and day of Lagos; the visitor by a keyed hash. */
export async function insertView(storyId: string, visitorHash: string) {
  await sql`
    insert into story_views (story_id, visitor_id, viewed_on, keyed)
    values (${storyId}, ${visitorHash}, (now() at time zone 'Africa/Lagos')::date, true)
    on conflict do nothing`
}

/** The counts stay: of the rows that keep them from counting twice the database writes the totals as they go. */
export async function deleteCounted() {
  await sql`delete from story_views where viewed_on < current_date - ${keptDays.counted}::integer`
  await sql`
    delete from story_shares
    where shared_in_hour < now() - make_interval(days => ${keptDays.counted})`
}

/**
 * A release before the keyed hashes, beside this one or come back for a while, writes rows without: who is behind them is
 * forgotten, and may count once more; what they count stays. The first time it looks at all rows, then at those of
 * yesterday and today.
 */
export function forgetWithoutKey(): () => Promise<void> {
  let days: number = keptDays.counted
  return async () => {
    for (let daysAgo = 0; daysAgo <= days; daysAgo++) await forgetDay(daysAgo)
    days = 1
  }
}

async function forgetDay(daysAgo: number) {
  const midnight = sql`date_trunc('day', now(), 'UTC')`
  await sql`
    update story_views set visitor_id = gen_random_uuid(), keyed = true
    where viewed_on = (now() at time zone 'Africa/Lagos')::date - ${daysAgo}::integer and not keyed`
  await sql`
    update story_shares set visitor_id = gen_random_uuid(), keyed = true
    where shared_in_hour >= ${midnight} - make_interval(days => ${daysAgo}::integer)
      and shared_in_hour < ${midnight} + make_interval(days => 1 - ${daysAgo}::integer)
      and not keyed`
}
