import { findOpenAuthor } from '#api/magazine/authors/authors.queries.ts'
import { categoryPath, knownCategory } from '#contract/magazine/category-list.ts'
import { type FollowedKind, followKey, mostFollows } from '#contract/newsletter/follows.ts'
import { magazinePaths } from '#contract/server-paths.ts'
import { sharedPaths } from '#contract/shared-paths.ts'
import { first, hasRows, type Nullable, type Row, sql } from '#db/sql.ts'
import { keysOfStory } from './keys-of-story.ts'

/** Something that can be followed, with its newest story. */
export interface Followed {
  key: string
  title: string
  path: string
  newest: { title: string; path: string; at: string } | null
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Undefined where readers see nothing of this name. */
export async function findFollowed(
  kind: FollowedKind,
  name: string,
): Promise<Followed | undefined> {
  const [found] = await listFollowed([followKey(kind, (await idOf(kind, name)) ?? '')])
  return found
}

async function idOf(kind: FollowedKind, name: string): Promise<string | undefined> {
  if (kind === 'author') return (await findOpenAuthor(name))?.authorId
  return kind === 'category' ? knownCategory(name)?.id : name
}

type Found = Nullable<Row<'stories', 'publishedAt'>> & {
  id: string
  name: string
  slug: string | null
  storyId: string | null
  storySlug: string | null
  newest: string | null
}

/** In the order of the keys; what readers do not see any more is left out. */
export async function listFollowed(keys: readonly string[]): Promise<Followed[]> {
  const idsOf = (kind: FollowedKind) =>
    keys.filter((key) => key.startsWith(`${kind}:`)).map((key) => key.slice(kind.length + 1))
  const [authors, categories, series] = await Promise.all([
    listAuthors(idsOf('author').filter((id) => uuid.test(id))),
    listCategories(idsOf('category')),
    listSeries(idsOf('series').filter((id) => uuid.test(id))),
  ])
  const found = new Map(
    [
      ...authors.map((row) => followed('author', row, magazinePaths.author(row.slug ?? ''))),
      ...categories.map((row) => followed('category', row, pathOfCategory(row.id))),
      // A series has no page of its own: its newest part leads to the others.
      ...series.map((row) => followed('series', row, storyPath(row))),
    ].map((one) => [one.key, one]),
  )
  return keys.flatMap((key) => found.get(key) ?? [])
}

function pathOfCategory(id: string): string {
  const known = knownCategory(id)
  return (known && categoryPath([known], known.name)) ?? ''
}

const storyPath = ({ storyId, storySlug }: Found) =>
  sharedPaths.story({ id: storyId ?? '', slug: storySlug })

function followed(kind: FollowedKind, row: Found, path: string): Followed {
  const { id, name, newest, publishedAt } = row
  const isAny = newest !== null && publishedAt !== null
  return {
    key: followKey(kind, id),
    title: name,
    path,
    newest: isAny ? { title: newest, path: storyPath(row), at: publishedAt } : null,
  }
}

const newestWhere = (condition: ReturnType<typeof sql>) => sql`
  lateral (
    select id as story_id, slug as story_slug, title as newest, published_at from stories
    where is_published and ${condition} order by published_at desc, id desc limit 1
  ) as newest`

function listAuthors(ids: string[]) {
  return sql<Found[]>`
    select author_id as id, name, slug, newest.* from authors
      join ${newestWhere(sql`stories.author_id = authors.author_id`)} on true
    where is_public and author_id = any(${ids}::uuid[])`
}

function listCategories(ids: string[]) {
  const known = ids.flatMap((id) => knownCategory(id) ?? [])
  return sql<Found[]>`
    select of.id, of.name, null as slug, newest.*
    from unnest(${known.map(({ id }) => id)}::text[], ${known.map(({ name }) => name)}::text[]) as of (id, name)
      left join ${newestWhere(sql`category = of.name`)} on true`
}

function listSeries(ids: string[]) {
  return sql<Found[]>`
    select series.id, series.title as name, null as slug, newest.* from series
      join ${newestWhere(sql`id in (select story_id from series_parts where series_id = series.id)`)} on true
    where series.id = any(${ids}::uuid[])`
}

/** Published within these days, the newest first, with what each is followed by. */
export async function listFollowable({ from, to }: { from: Date; to: Date }, most: number) {
  const rows = await sql<
    (Row<'stories', 'id' | 'authorId' | 'category'> & Nullable<Row<'series_parts', 'seriesId'>>)[]
  >`
    select id, author_id, category, series_id
    from stories left join series_parts on story_id = id
    where is_published and published_at >= ${from} and published_at < ${to}
    order by published_at desc, id desc limit ${most}`
  return rows.map((row) => ({ id: row.id, keys: keysOfStory(row) }))
}

/** By address; nothing of whoever has not confirmed it. */
export async function listFollowsOf(email: string): Promise<string[]> {
  const row = await first(sql<Row<'subscribers', 'follows'>[]>`
    select follows from subscribers where email = ${email} and confirmed_at is not null`)
  return row?.follows ?? []
}

/**
 * The address is proven: it is confirmed by that, and nothing else of the newsletter begins. Resolves to false where
 * `mostFollows` are followed already.
 */
export function addFollow(email: string, key: string): Promise<boolean> {
  return hasRows(sql`
    with freed as (
      delete from suppressions where email = ${email} and not exists (
        select from subscribers where subscribers.email = ${email} and confirmed_at is not null)
    )
    insert into subscribers as s (email, confirmed_at, takes_letters, follows, source)
    values (${email}, now(), false, array[${key}], 'follow')
    on conflict (email) do update set
      takes_letters = s.takes_letters and s.confirmed_at is not null,
      digest = case when s.confirmed_at is not null then s.digest end,
      confirmed_at = coalesce(s.confirmed_at, now()),
      follows = array_append(array_remove(s.follows, ${key}), ${key})
    where s.follows @> array[${key}] or cardinality(s.follows) < ${mostFollows}
    returning 1`)
}

/** One, or all of them. Resolves to whether something else still comes: whoever hears nothing is to be deleted. */
export async function removeFollow(
  unsubscribeToken: string,
  key: string | undefined,
): Promise<boolean> {
  // The database would reject anything else with an error.
  if (!uuid.test(unsubscribeToken)) return false
  const left = key ? sql`array_remove(follows, ${key})` : sql`'{}'::text[]`
  return hasRows(sql`
    update subscribers set follows = ${left}
    where unsubscribe_token = ${unsubscribeToken}::uuid and (takes_letters or digest is not null or ${left} <> '{}')
    returning 1`)
}

export async function findLeaveToken(email: string): Promise<string | undefined> {
  const row = await first(sql<Row<'subscribers', 'unsubscribeToken'>[]>`
    select unsubscribe_token from subscribers where email = ${email}`)
  return row?.unsubscribeToken
}
