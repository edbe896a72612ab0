import { containing, type Nullable, type Row, sql } from '#db/sql.ts'
import type { AuthorPage } from './authors.queries.ts'

type AdminAuthorRow = AuthorPage &
  Nullable<Row<'authors', 'slug'>> & {
    id: string
    stories: number
    isReader: boolean
  }

/** Everybody whose story is published, and whoever has a page. */
const everybody = () => sql`
  select author_id, count(*) as stories,
    (array_agg(author_name order by published_at desc, id))[1] as pen_name
  from stories where is_published group by author_id`

const narrow = (search: string | undefined) =>
  search?.trim()
    ? sql`where lower(coalesce(p.name, s.pen_name)) like lower(${containing(search.trim())})`
    : sql``

/** By name. */
export function listAdminAuthors({
  search,
  limit,
  offset,
}: {
  search?: string | undefined
  limit: number
  offset: number
}) {
  return sql<AdminAuthorRow[]>`
    select author_id as id, p.slug, coalesce(p.name, s.pen_name) as name,
      coalesce(p.about, '') as about, p.picture_url, coalesce(p.is_public, false) as is_public,
      coalesce(s.stories, 0) as stories,
      exists (select from readers r where r.id = author_id) as is_reader
    from (${everybody()}) as s full join authors p using (author_id)
    ${narrow(search)}
    order by lower(coalesce(p.name, s.pen_name)), author_id
    limit ${limit} offset ${offset}`
}

export async function countAdminAuthors(search?: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from (${everybody()}) as s full join authors p using (author_id)
    ${narrow(search)}`
  return row?.count ?? 0
}

/** Whether stories name this author, and whether it is a reader. */
export async function findWriter(id: string) {
  const [writer] = await sql<{ isReader: boolean }[]>`
    select exists (select from readers where id = ${id}) as is_reader
    where exists (select from stories where author_id = ${id})
      or exists (select from authors where author_id = ${id})`
  return writer
}
