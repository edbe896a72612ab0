import { type StoryRow, summaryColumns } from '#api/magazine/stories/stories.queries.ts'
import { type Row, sql } from '#db/sql.ts'

export async function insertLike(storyId: string, readerId: string) {
  await sql`
    insert into likes (story_id, reader_id) values (${storyId}, ${readerId})
    on conflict do nothing`
}

export async function deleteLike(storyId: string, readerId: string) {
  await sql`delete from likes where story_id = ${storyId} and reader_id = ${readerId}`
}

export function listLikedStories(readerId: string, limit: number) {
  return sql<StoryRow[]>`
    select ${sql(summaryColumns.map((name) => `s.${name}`))}
    from likes l join stories s on s.id = l.story_id
    where l.reader_id = ${readerId} and s.is_published
    order by l.created_at desc, l.story_id limit ${limit}`
}

export async function findRating(storyId: string, readerId: string): Promise<number | null> {
  const [row] = await sql<Row<'story_ratings', 'rating'>[]>`
    select rating from story_ratings where story_id = ${storyId} and reader_id = ${readerId}`
  return row?.rating ?? null
}

export async function upsertRating(storyId: string, readerId: string, rating: number) {
  await sql`
    insert into story_ratings (story_id, reader_id, rating)
    values (${storyId}, ${readerId}, ${rating})
    on conflict (story_id, reader_id)
      do update set rating = excluded.rating, updated_at = now()`
}
