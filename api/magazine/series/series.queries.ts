import type { StoryCard } from '#api/magazine/stories/stories.queries.ts'
import { type Row, sql } from '#db/sql.ts'

/**
 * Gives a story its place in the series of this title, which is made where there is none, or with null takes it out. Joins
 * the transaction it is called in; throws where the part is another story's.
 */
export async function placeInSeries(
  storyId: string,
  place: { title: string; part: number } | null,
): Promise<void> {
  if (!place) {
    await sql`delete from series_parts where story_id = ${storyId}`
    return
  }
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

export type SeriesPart = StoryCard & Row<'series_parts', 'part'> & { seriesTitle: string }

/** The published parts of the story's series, in their order; none for a story that is in no series. */
export function listPartsAround(storyId: string) {
  return sql<SeriesPart[]>`
    select r.title as series_title, p.part, s.id, s.title, s.category, s.read_time_minutes
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

/** By title, with drafts; without series that no story is in any more. */
export function listSeries({ limit, offset }: { limit: number; offset: number }) {
  return sql<SeriesRow[]>`
    select r.id, r.title, jsonb_agg(
      jsonb_build_object(
        'storyId', s.id, 'title', s.title, 'part', p.part, 'isPublished', s.is_published
      ) order by p.part
    ) as parts
    from series r join series_parts p on p.series_id = r.id join stories s on s.id = p.story_id
    group by r.id order by lower(r.title), r.id
    limit ${limit} offset ${offset}`
}

export async function countSeries(): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(distinct series_id) from series_parts`
  return row?.count ?? 0
}
