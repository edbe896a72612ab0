import type { ParsedInputOf } from '#contract/endpoints/contract.ts'
import { wordsAMinute } from '#contract/form-limits.ts'
import type { Achievement } from '#contract/magazine/achievements.ts'
import type { ReadStory } from '#contract/magazine/reading.ts'
import { type Nullable, type Row, sql } from '#db/sql.ts'

type Upload = ParsedInputOf<'PUT /account/reading'>

/** A device creates one for each story and day. */
const mostEvents = 20_000

/** Values of a known event only increase; stories that were never public, and books that are not read here, are left out. Call it in a transaction. */
export async function upsertReading(readerId: string, { events, unlocked }: Upload) {
  // Serializes the devices of one reader.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`reading ${readerId}`}, 0))`
  await sql`
    insert into reading_events
      (reader_id, id, story_id, is_book, category, read_time_minutes, day, seconds, is_read)
    select ${readerId}, e.id, e.story_id, coalesce(known.is_book, b.id is not null),
      coalesce(known.category, s.category, b.category),
      coalesce(known.read_time_minutes, s.read_time_minutes, b.minutes), e.day, e.seconds, e.is_read
    from (
      select distinct on (id) id, "storyId" as story_id, day,
        max(seconds) over same as seconds, bool_or("isRead") over same as is_read
      from jsonb_to_recordset(${sql.json(events)})
        as e (id uuid, "storyId" uuid, day text, seconds integer, "isRead" boolean)
      window same as (partition by id)
    ) e
    left join stories s on s.id = e.story_id and s.published_at is not null
    left join lateral (
      select books.id, category, ceil(words / ${wordsAMinute}::float)::integer as minutes
      from books join editions on editions.id = edition_id
      where books.id = e.story_id and is_readable
    ) b on true
    left join lateral (
      select is_book, category, read_time_minutes from reading_events
      where reader_id = ${readerId} and story_id = e.story_id
      order by created_at, id limit 1
    ) known on true
    where coalesce(known.category, s.category, b.category) is not null
      and (select count(*) from reading_events where reader_id = ${readerId}) < ${mostEvents}
    on conflict (reader_id, id) do update set
      seconds = greatest(reading_events.seconds, excluded.seconds),
      is_read = reading_events.is_read or excluded.is_read`
  for (const { id, unlockedAt } of unlocked) {
    // A device's clock may be ahead.
    await sql`
      insert into unlocked_achievements (reader_id, achievement, unlocked_at)
      values (${readerId}, ${id}, least(${unlockedAt}::timestamptz, now()))
      on conflict (reader_id, achievement) do update
        set unlocked_at = least(unlocked_achievements.unlocked_at, excluded.unlocked_at)`
  }
}

export async function deleteReading(readerId: string) {
  await sql`delete from reading_events where reader_id = ${readerId}`
  await sql`delete from unlocked_achievements where reader_id = ${readerId}`
  // Where they are in books is of the same kind.
  await sql`delete from book_places where reader_id = ${readerId}`
  // So are their notes in them, which their other devices delete, too.
  await sql`
    update book_notes set quote = '', before = '', after = '', chapter = '', words = '',
      changed_at = now(), deleted_at = now(), stored_at = emptied.at
    from (
      select id, greatest(date_trunc('milliseconds', now()), max(stored_at) over ())
        + row_number() over () * interval '1 millisecond' as at
      from book_notes where reader_id = ${readerId}
    ) as emptied
    where reader_id = ${readerId} and book_notes.id = emptied.id and deleted_at is null`
}

export async function findReading(readerId: string) {
  const [stories, days, unlocked] = await Promise.all([
    sql<ReadStory[]>`
      select story_id, bool_or(is_book) as is_book, (array_agg(category order by created_at, id))[1] as category,
        (array_agg(read_time_minutes order by created_at, id))[1] as read_time_minutes,
        sum(seconds) as seconds, bool_or(is_read) as is_read, max(day) as last_on
      from reading_events where reader_id = ${readerId}
      group by story_id order by last_on desc, story_id`,
    sql<Row<'reading_events', 'day'>[]>`
      select distinct day from reading_events where reader_id = ${readerId} and is_read order by day`,
    sql<(Row<'unlocked_achievements', 'unlockedAt'> & { id: Achievement['id'] })[]>`
      select achievement as id, unlocked_at from unlocked_achievements
      where reader_id = ${readerId} order by unlocked_at, achievement`,
  ])
  return { stories, days: days.map(({ day }) => day), unlocked }
}

/** Lists events with the title of the story or book, if it still exists. */
export function listReadingEvents(readerId: string) {
  return sql<
    (Row<'reading_events', 'storyId' | 'day' | 'seconds' | 'isRead'> &
      Nullable<Row<'stories', 'title'>>)[]
  >`
    select e.story_id, coalesce(s.title, b.title) as title, e.day, sum(e.seconds) as seconds, bool_or(e.is_read) as is_read
    from reading_events e left join stories s on s.id = e.story_id
      left join books b on b.id = e.story_id
    where e.reader_id = ${readerId}
    group by e.story_id, s.title, b.title, e.day order by e.day, e.story_id`
}
