import { sql } from '#db/sql.ts'
import { aStory } from '#tests/people.ts'

export const someStories = (many: number) =>
  Promise.all(Array.from({ length: many }, async () => (await aStory()).id))

/** What the columns of the stories say, and what the rows behind them come to. */
export async function countersAndRows(ids: string[]) {
  const counters = await sql`
    select id, likes_count, ratings_count, rating from stories where id in ${sql(ids)} order by id`
  const rows = await sql`
    select s.id,
      (select count(*) from likes where story_id = s.id) as likes_count,
      (select count(*) from story_ratings where story_id = s.id) as ratings_count,
      (select coalesce(round(avg(rating), 2), 0) from story_ratings where story_id = s.id) as rating
    from stories s where s.id in ${sql(ids)} order by id`
  return { counters: [...counters], rows: [...rows] }
}
