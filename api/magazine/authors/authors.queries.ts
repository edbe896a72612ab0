import { type StoryRow, summaryColumns } from '#api/magazine/stories/stories.queries.ts'
import { type Row, sql, transaction, values } from '#db/sql.ts'
import { authorSlug } from './author-slug.ts'

export type AuthorRow = Row<'authors', 'slug' | 'name' | 'about' | 'pictureUrl' | 'updatedAt'>

export type AuthorPage = Row<'authors', 'name' | 'about' | 'pictureUrl' | 'isPublic'>

/** A page is there when its author wants it and something of theirs is published. */
const isOpen = () => sql`
  is_public and exists (
    select from stories s where s.author_id = authors.author_id and s.is_published
  )`

/** By name. */
export function listAuthors({ limit, offset }: { limit: number; offset: number }) {
  return sql<AuthorRow[]>`
    select slug, name, about, picture_url, updated_at from authors where ${isOpen()}
    order by lower(name), slug limit ${limit} offset ${offset}`
}

export async function countAuthors(): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*) from authors where ${isOpen()}`
  return row?.count ?? 0
}

/** A page that everybody may see. */
export async function findOpenAuthor(slug: string) {
  const [author] = await sql<(AuthorRow & Row<'authors', 'authorId'>)[]>`
    select author_id, slug, name, about, picture_url, updated_at from authors
    where slug = ${slug} and ${isOpen()}`
  return author
}

/** Published ones, newest first. */
export function listStoriesOf(
  authorId: string,
  { limit, offset }: { limit: number; offset: number },
) {
  return sql<StoryRow[]>`
    select ${sql(summaryColumns)} from stories where author_id = ${authorId} and is_published
    order by published_at desc, id desc limit ${limit} offset ${offset}`
}

export async function countStoriesOf(authorId: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from stories where author_id = ${authorId} and is_published`
  return row?.count ?? 0
}

/** A page as its author last saved it, shown or not. */
export async function findAuthorPage(authorId: string) {
  const [page] = await sql<(AuthorPage & Row<'authors', 'slug'>)[]>`
    select slug, name, about, picture_url, is_public from authors where author_id = ${authorId}`
  return page
}

/** The name on the author's latest story. */
export async function findPenName(authorId: string): Promise<string | undefined> {
  const [story] = await sql<Row<'stories', 'authorName'>[]>`
    select author_name from stories where author_id = ${authorId}
    order by created_at desc, id limit 1`
  return story?.authorName
}

/** Gives a new page its slug; one that is there keeps its own, and its picture where none is given. */
export function saveAuthorPage(
  authorId: string,
  { pictureUrl, ...words }: Omit<AuthorPage, 'pictureUrl'> & { pictureUrl?: string | null },
) {
  const page = { ...words, ...(pictureUrl !== undefined && { pictureUrl }) }
  return transaction(async () => {
    // Two first saves at once would choose the same slug.
    await sql`select pg_advisory_xact_lock(hashtext('authors'))`
    const known = await findAuthorPage(authorId)
    const slug = known?.slug ?? (await freeSlug(page.name))
    const [saved] = await sql<(AuthorPage & Row<'authors', 'slug'>)[]>`
      insert into authors ${values('authors', { authorId, slug, ...page })}
      on conflict (author_id) do update set ${values('authors', { ...page, updatedAt: new Date() })}
      returning slug, name, about, picture_url, is_public`
    return saved as AuthorPage & { slug: string }
  })
}

/** `ada-obi`, or with the first number that is free: `ada-obi-2`. */
async function freeSlug(name: string): Promise<string> {
  const slug = authorSlug(name)
  const rows = await sql<Row<'authors', 'slug'>[]>`
    select slug from authors where slug = ${slug} or slug ~ ${`^${slug}-[0-9]+$`}`
  const used = new Set(rows.map((row) => row.slug))
  let number = 1
  const next = () => (number === 1 ? slug : `${slug}-${number}`)
  while (used.has(next())) number++
  return next()
}
