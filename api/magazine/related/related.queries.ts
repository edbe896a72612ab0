import { type Row, sql } from '#db/sql.ts'

/** What a published story's page must know to lead on, in one short query. */
export async function findStoryContext(id: string) {
  const [context] = await sql<
    (Row<'stories', 'category'> & { author: string | null; isInSeries: boolean })[]
  >`
    select s.category, a.slug as author, p.story_id is not null as is_in_series
    from stories s
      left join authors a on a.author_id = s.author_id and a.is_public
      left join series_parts p on p.story_id = s.id
    where s.id = ${id} and s.is_published`
  return context
}
