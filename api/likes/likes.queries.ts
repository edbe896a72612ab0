import { type StoryRow, summaryColumns } from '#api/stories/stories.queries.ts'
import { sql } from '#db/sql.ts'

/** A repeat changes nothing. */
export async function insertLike(storyId: string, readerId: string) {
  await sql`
    insert into likes (story_id, reader_id) values (${storyId}, ${readerId})
    on conflict do nothing`
}

export async function deleteLike(storyId: string, readerId: string) {
  await sql`delete from likes where story_id = ${storyId} and reader_id = ${readerId}`
}

/** Which of these stories the reader likes. */
export async function listLikedAmong(ids: string[], readerId: string): Promise<Set<string>> {
  const rows = await sql<{ storyId: string }[]>`
    select story_id from likes where reader_id = ${readerId} and story_id in ${sql(ids)}`
  return new Set(rows.map(({ storyId }) => storyId))
}

/** Published stories that the reader likes, the latest liked first. */
export function listLikedStories(readerId: string, limit: number) {
  return sql<StoryRow[]>`
    select ${sql(summaryColumns.map((name) => `s.${name}`))}
    from likes l join stories s on s.id = l.story_id
    where l.reader_id = ${readerId} and s.is_published
    order by l.created_at desc, l.story_id limit ${limit}`
}

export async function findRating(storyId: string, readerId: string): Promise<number | null> {
  const [row] = await sql<{ rating: number }[]>`
    select rating from story_ratings where story_id = ${storyId} and reader_id = ${readerId}`
  return row?.rating ?? null
}

/** One rating a reader and story; a later one takes its place. */
export async function upsertRating(storyId: string, readerId: string, rating: number) {
  await sql`
    insert into story_ratings (story_id, reader_id, rating)
    values (${storyId}, ${readerId}, ${rating})
    on conflict (story_id, reader_id)
      do update set rating = excluded.rating, updated_at = now()`
}
