import { containing, countRows, first, type Nullable, type Row, type Slice, sql } from '#db/sql.ts'
import type { AuthorPage } from './authors.queries.ts'

type AdminAuthorRow = AuthorPage &
  Nullable<Row<'authors', 'slug'>> & {
    id: string
    stories: number
    isReader: boolean
  }

const published = () => sql`
  select author_id, count(*) as stories,
    (array_agg(author_name order by published_at desc, id))[1] as pen_name
  from stories where is_published group by author_id`

const narrow = (search: string | undefined) =>
  search?.trim()
    ? sql`where lower(coalesce(p.name, s.pen_name)) like lower(${containing(search.trim())})`
    : sql``

export function listAdminAuthors({
  search,
  limit,
  offset,
}: Slice & { search?: string | undefined }) {
  return sql<AdminAuthorRow[]>`
    select author_id as id, p.slug, coalesce(p.name, s.pen_name) as name,
      coalesce(p.about, '') as about, p.picture_url, coalesce(p.is_public, false) as is_public,
      coalesce(s.stories, 0) as stories,
      exists (select from readers r where r.id = author_id) as is_reader
    from (${published()}) as s full join authors p using (author_id)
    ${narrow(search)}
    order by lower(coalesce(p.name, s.pen_name)), author_id
    limit ${limit} offset ${offset}`
}

export function countAdminAuthors(search?: string): Promise<number> {
  return countRows(sql`(${published()}) as s full join authors p using (author_id)
    ${narrow(search)}`)
}

/** Undefined if no story or page has this author. */
export function findWriter(id: string) {
  return first(sql<{ isReader: boolean }[]>`
    select exists (select from readers where id = ${id}) as is_reader
    where exists (select from stories where author_id = ${id} and deleted_at is null)
      or exists (select from authors where author_id = ${id})`)
}
