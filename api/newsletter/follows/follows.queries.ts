import { findOpenAuthor } from '#api/magazine/authors/authors.queries.ts'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { categoryPath, knownCategory } from '#contract/magazine/category-list.ts'
import { type FollowedKind, followKey, mostFollows } from '#contract/newsletter/follows.ts'
import { paths } from '#contract/paths.ts'
import { magazinePaths } from '#contract/server-paths.ts'
import { first, hasRows, isUuid, type Nullable, type Row, sql } from '#db/sql.ts'
import { keysOfStory } from './keys-of-story.ts'

type Followed = OutputOf<'GET /follows/:kind/:name'>

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
  newest: string | null
}

/** In the order of the keys; what readers do not see any more is left out. */
export async function listFollowed(keys: readonly string[]): Promise<Followed[]> {
  const listOf = async (kind: FollowedKind, list: (ids: string[]) => Promise<Found[]>) => {
    const ofKind = keys.filter((key) => key.startsWith(`${kind}:`))
    const ids = ofKind.map((key) => key.slice(kind.length + 1))
    const found = ids.length > 0 ? await list(ids) : []
    return found.map((row) => toFollowed(kind, row))
  }
  const lists = await Promise.all([
    listOf('author', listAuthors),
    listOf('category', listCategories),
    listOf('series', listSeries),
  ])
  const byKey = new Map(lists.flat().map((followed) => [followed.key, followed]))
  return keys.flatMap((key) => byKey.get(key) ?? [])
}

function toFollowed(kind: FollowedKind, row: Found): Followed {
  const { id, name, slug, storyId, newest, publishedAt } = row
  return {
    key: followKey(kind, id),
    title: name,
    path: {
      author: magazinePaths.author(slug ?? ''),
      category: pathOfCategory(id),
      // A series has no page of its own: its newest part leads to the others.
      series: paths.story(storyId ?? ''),
    }[kind],
    newest:
      storyId && newest && publishedAt ? { id: storyId, title: newest, at: publishedAt } : null,
  }
}

function pathOfCategory(id: string): string {
  const home = knownCategory(id)
  return (home && categoryPath([home], home.name)) ?? ''
}

const newestWhere = (condition: ReturnType<typeof sql>) => sql`
  lateral (
    select id as story_id, title as newest, published_at from stories
    where is_published and ${condition} order by published_at desc, id desc limit 1
  ) as newest`

const listAuthors = (ids: string[]) => sql<Found[]>`
  select author_id as id, name, slug, newest.* from authors
    join ${newestWhere(sql`stories.author_id = authors.author_id`)} on true
  where is_public and author_id = any(${ids.filter(isUuid)}::uuid[])`

/** One that was merged is the one that it was merged into. */
function listCategories(ids: string[]) {
  const known = ids.filter((id) => knownCategory(id))
  const names = known.map((id) => knownCategory(id)?.name ?? '')
  return sql<Found[]>`
    select of.id, of.name, null as slug, newest.*
    from unnest(${known}::text[], ${names}::text[]) as of (id, name)
      left join ${newestWhere(sql`category = of.name`)} on true`
}

const listSeries = (ids: string[]) => sql<Found[]>`
  select series.id, series.title as name, null as slug, newest.* from series
    join ${newestWhere(sql`id in (select story_id from series_parts where series_id = series.id)`)} on true
  where series.id = any(${ids.filter(isUuid)}::uuid[])`

/** Published within these days, the newest first, with what each is followed by; an author only with a page of theirs. */
export async function listFollowable({ from, to }: { from: Date; to: Date }, most: number) {
  const rows = await sql<
    (Row<'stories', 'id' | 'category'> &
      Nullable<Row<'stories', 'authorId'> & Row<'series_parts', 'seriesId'>>)[]
  >`
    select id, authors.author_id, category, series_id
    from stories
      left join series_parts on story_id = id
      left join authors on authors.author_id = stories.author_id and is_public
    where is_published and published_at >= ${from} and published_at < ${to}
    order by published_at desc, id desc limit ${most}`
  return rows.map((row) => ({ id: row.id, keys: keysOfStory(row) }))
}

/** By address; nobody who has not confirmed it. */
export function findFollower(email: string) {
  return first(sql<Row<'subscribers', 'follows' | 'unsubscribeToken'>[]>`
    select follows, unsubscribe_token from subscribers
    where email = ${email} and confirmed_at is not null`)
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
  if (!isUuid(unsubscribeToken)) return false
  const left = key ? sql`array_remove(follows, ${key})` : sql`'{}'::text[]`
  return hasRows(sql`
    update subscribers set follows = ${left}
    where unsubscribe_token = ${unsubscribeToken}::uuid and (takes_letters or digest is not null or ${left} <> '{}')
    returning 1`)
}
