import type { StoryCard } from '#api/magazine/stories/stories.queries.ts'
import { type Row, type Slice, sql } from '#db/sql.ts'

/**
 * Sets a story's part of the series with this title, which is inserted if needed; null removes the story from its series.
 * Throws if another story has that part.
 */
export async function placeInSeries(
  storyId: string,
  place: { title: string; part: number } | null,
): Promise<void> {
  if (!place) {
    await sql`delete from series_parts where story_id = ${storyId}`
    return
  }
  // A deleted story holds no part against a living one.
  await sql`
    delete from series_parts p using series, stories
    where series.id = series_id and lower(series.title) = lower(${place.title}) and p.part = ${place.part}
      and stories.id = story_id and stories.deleted_at is not null`
  await sql`
    with named as (
      insert into series (title) values (${place.title})
      on conflict (lower(title)) do update set title = series.title
      returning id
    )
    insert into series_parts (story_id, series_id, part)
    select ${storyId}, id, ${place.part} from named
    on conflict (story_id) do update set series_id = excluded.series_id, part = excluded.part`
}

export type SeriesPart = StoryCard &
  Row<'series_parts', 'part'> & { seriesId: string; seriesTitle: string }

export function listPartsAround(storyId: string) {
  return sql<SeriesPart[]>`
    select r.id as series_id, r.title as series_title, p.part, s.id, s.title, s.category, s.read_time_minutes, s.image_url
    from series_parts mine
      join series_parts p on p.series_id = mine.series_id
      join series r on r.id = mine.series_id
      join stories s on s.id = p.story_id and s.is_published
    where mine.story_id = ${storyId}
    order by p.part`
}

type SeriesRow = Row<'series', 'id' | 'title'> & {
  parts: (Row<'series_parts', 'storyId' | 'part'> & Row<'stories', 'title' | 'isPublished'>)[]
}

/** Lists series by title, drafts included and empty ones left out. */
export function listSeries({ limit, offset }: Slice) {
  return sql<SeriesRow[]>`
    select r.id, r.title, jsonb_agg(
      jsonb_build_object(
        'storyId', s.id, 'title', s.title, 'part', p.part, 'isPublished', s.is_published
      ) order by p.part
    ) as parts
    from series r join series_parts p on p.series_id = r.id join stories s on s.id = p.story_id and s.deleted_at is null
    group by r.id order by lower(r.title), r.id
    limit ${limit} offset ${offset}`
}

export async function countSeries(): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(distinct series_id) from series_parts
    where story_id in (select id from stories where deleted_at is null)`
  return row?.count ?? 0
}
