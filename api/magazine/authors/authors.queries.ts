import { type StoryRow, summaryColumns } from '#api/magazine/stories/stories.queries.ts'
import { readSnapshot } from '#api/staff/activity/undo.queries.ts'
import { slugOf } from '#contract/magazine/categories.ts'
import {
  countRows,
  first,
  hasWords,
  type Row,
  type Slice,
  sql,
  transaction,
  values,
  wordsOf,
} from '#db/sql.ts'

export type AuthorRow = Row<'authors', 'slug' | 'name' | 'about' | 'pictureUrl' | 'updatedAt'>

export type AuthorPage = Row<'authors', 'name' | 'about' | 'pictureUrl' | 'isPublic'>

/** An author page is public when its author wants it and at least one of their stories is published. */
const isOpen = () => sql`
  is_public and exists (
    select from stories s where s.author_id = authors.author_id and s.is_published
  )`

const named = (search?: string) => hasWords(sql`lower(normalize(name))`, wordsOf(search))

/** Lists authors by name; with `search`, those with all of its words in the name. */
export function listAuthors({ limit, offset }: Slice, search?: string) {
  return sql<AuthorRow[]>`
    select slug, name, about, picture_url, updated_at from authors
    where ${isOpen()} and ${named(search)}
    order by lower(name), slug limit ${limit} offset ${offset}`
}

export function countAuthors(search?: string): Promise<number> {
  return countRows(sql`authors where ${isOpen()} and ${named(search)}`)
}

export function findOpenAuthor(slug: string) {
  return first(sql<(AuthorRow & Row<'authors', 'authorId'>)[]>`
    select author_id, slug, name, about, picture_url, updated_at from authors
    where slug = ${slug} and ${isOpen()}`)
}

export function listStoriesOf(authorId: string, { limit, offset }: Slice) {
  return sql<StoryRow[]>`
    select ${sql(summaryColumns)} from stories where author_id = ${authorId} and is_published
    order by published_at desc, id desc limit ${limit} offset ${offset}`
}

export function countStoriesOf(authorId: string): Promise<number> {
  return countRows(sql`stories where author_id = ${authorId} and is_published`)
}

/** An author page, public or not. */
export function findAuthorPage(authorId: string) {
  return first(sql<(AuthorPage & Row<'authors', 'slug'>)[]>`
    select slug, name, about, picture_url, is_public from authors where author_id = ${authorId}`)
}

/** Hides a page whose author may show it again, which can be undone. */
export const authorsPage = {
  async snapshot(authorId: string) {
    await sql`select 1 from authors where author_id = ${authorId} for update`
    return readSnapshot({
      author: sql`select name, about, picture_url, is_public from authors where author_id = ${authorId}`,
    })
  },
  async takeDown(authorId: string) {
    await sql`update authors set is_public = false, updated_at = now() where author_id = ${authorId}`
  },
  async undo(authorId: string) {
    const [author] = await sql<Row<'authors', 'name'>[]>`
      update authors set is_public = true, updated_at = now() where author_id = ${authorId} returning name`
    return author?.name ?? ''
  },
}

export async function findPenName(authorId: string): Promise<string | undefined> {
  const [story] = await sql<Row<'stories', 'authorName'>[]>`
    select author_name from stories where author_id = ${authorId}
    order by created_at desc, id limit 1`
  return story?.authorName
}

/** A new page gets a slug; an existing one keeps it, and without `pictureUrl` its picture. */
export function saveAuthorPage(
  authorId: string,
  { pictureUrl, ...words }: Omit<AuthorPage, 'pictureUrl'> & { pictureUrl?: string | null },
) {
  const page = { ...words, ...(pictureUrl !== undefined && { pictureUrl }) }
  return transaction(async () => {
    // Otherwise two simultaneous first saves would choose the same slug.
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

const longestSlug = 60

/** Letters of Hausa, Fulfulde and Kanuri that normalization does not decompose. */
const plain: Record<string, string> = { ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y', ŋ: 'n', ǝ: 'e' }

/** A name as part of an address: `Ṣọlá O’Brien` → `sola-obrien`. */
export function authorSlug(name: string): string {
  const letters = name
    .normalize('NFD')
    .replace(/[\p{M}'’ʼ]/gu, '')
    .toLowerCase()
    .replace(/[ɓɗƙƴŋǝ]/g, (letter) => plain[letter] ?? letter)
  return slugOf(letters).slice(0, longestSlug).replace(/-$/, '') || 'author'
}
