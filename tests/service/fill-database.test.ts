import { expect, test } from 'vitest'
import { sql } from '#db/sql.ts'
import { aStory } from '#tests/people.ts'
import { fillDatabase } from '../bench/fill-database.mjs'

const most = {
  stories: 40,
  books: 20,
  readers: 30,
  likes: 200,
  ratings: 60,
  views: 150,
  bookRatings: 50,
}

test('a bulk-filled database has the counters that its triggers would have computed', async () => {
  await aStory({ title: 'The one that was there before' })
  await fillDatabase(sql, most)

  const counted = await sql`
    select likes_count, views, ratings_count, ratings_total, rating, round(heat::numeric, 3) as heat from (
      select s.*, (select count(*) from likes where story_id = s.id) as likes_there,
        (select count(*) from story_views where story_id = s.id) as views_there,
        (select count(*) from story_ratings where story_id = s.id) as ratings_there,
        (select coalesce(round(avg(rating), 2), 0) from story_ratings where story_id = s.id) as rating_there
      from stories s) as looked_at
    where row (likes_count, views, ratings_count, rating)
        is distinct from row (likes_there, views_there, ratings_there, rating_there) or (likes_count + views > 0) <> (heat > 0)`
  expect(counted).toEqual([])
  const [{ books, likes, ratings } = {}] = await sql`
    select (select count(*) from books where is_published) as books, (select sum(likes_count) from stories) as likes,
      (select count(*) from books where ratings_count is distinct from
        (select count(*) from book_ratings where book_id = books.id)) as ratings`
  expect([books, likes, ratings]).toEqual([most.books, most.likes, 0])

  const words = () =>
    sql`select story_id, words::text, head::text, nth from story_words order by story_id`
  const known = () => sql`select word, stories from known_words order by word`
  const [wordsThen, knownThen] = [await words(), await known()]
  expect(wordsThen).toHaveLength(most.stories + 1)
  // Taken back and published again, the words are the triggers' own work; only the numbers of publication are new.
  await sql`update stories set is_published = false`
  expect(await known()).toEqual([])
  await sql`update stories set is_published = true, approved_hash = 'this text'`
  expect(await known()).toEqual(knownThen)
  const withoutNumber = (rows: Record<string, unknown>[]) => rows.map(({ nth: _, ...row }) => row)
  expect(withoutNumber(await words())).toEqual(withoutNumber(wordsThen))
})
