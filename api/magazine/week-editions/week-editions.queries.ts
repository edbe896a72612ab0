import type { Fragment } from 'postgres'
import { undoOfRow } from '#api/staff/activity/undo.queries.ts'
import { mondayOf, weekOf, weekTitle } from '#contract/pages/week-editions.ts'
import { travellingWording } from '#contract/shop/agreements.ts'
import type { WeekEditionState } from '#contract/states.ts'
import { startOfDay } from '#db/lagos.ts'
import { columns, first, hasRows, type Row, sql, values } from '#db/sql.ts'

const editionColumns = () => sql`
  id, monday::text, made_at, published_at, withdrawn_at,
  coalesce(octet_length(html), 0) as html_bytes, coalesce(octet_length(pdf), 0) as pdf_bytes,
  (select count(*) from week_edition_stories where edition_id = week_editions.id and taken_down_at is null) as stories`

interface Found {
  id: string
  monday: string
  madeAt: string
  publishedAt: string | null
  withdrawnAt: string | null
  htmlBytes: number
  pdfBytes: number
  stories: number
}

/** An edition without its files, as lists have it. */
export type WeekEdition = ReturnType<typeof toEdition>

function toEdition({ monday, ...row }: Found) {
  const drafted = row.publishedAt ? 'published' : 'draft'
  const state: WeekEditionState = row.withdrawnAt ? 'withdrawn' : drafted
  const week = weekOf(monday)
  return { ...row, week, title: weekTitle(week), state }
}

const isOut = () => sql`(published_at is not null and withdrawn_at is null)`

async function listEditions(where: Fragment): Promise<WeekEdition[]> {
  const rows = await sql<Found[]>`
    select ${editionColumns()} from week_editions where ${where} order by monday desc`
  return rows.map(toEdition)
}

export const listAllEditions = () => listEditions(sql`true`)
export const listOpenEditions = () => listEditions(isOut())
export const findEdition = async (id: string) => (await listEditions(sql`id = ${id}`))[0]
export const findWeek = async (week: string) =>
  (await listEditions(sql`monday = ${mondayOf(week)}`))[0]

/** Those that went out in a span of time, for the digest. */
export const listEditionsOut = ({ from, to }: { from: Date; to: Date }) =>
  listEditions(sql`${isOut()} and published_at >= ${from} and published_at < ${to}`)

/** One of the files; nothing while it is made anew. */
export async function findEditionFile(id: string, format: 'html' | 'pdf') {
  const row = await first(sql<{ body: Buffer }[]>`
    select ${sql(format)} as body from week_editions where id = ${id} and html is not null`)
  return row?.body
}

/** What stands in the files, by its number. */
export function listContents(id: string) {
  return sql<(Row<'stories', 'id' | 'title' | 'authorName'> & { place: number })[]>`
    select place, stories.id, title, author_name from week_edition_stories
    join stories on stories.id = story_id
    where edition_id = ${id} and taken_down_at is null order by place`
}

/** What left: one that its author, or their family, did not want here any more is named by its number alone. */
export function listTakenDown(id: string) {
  return sql<{ place: number; at: string; title: string | null }[]>`
    select place, taken_down_at as at,
      case when gone.reason is distinct from 'author' then title end as title
    from week_edition_stories
    left join stories on stories.id = week_edition_stories.story_id and deleted_at is null
    left join gone_stories as gone on gone.story_id = week_edition_stories.story_id
    where edition_id = ${id} and taken_down_at is not null order by place`
}

export type EditionStory = Row<
  'stories',
  | ('id' | 'slug' | 'title' | 'summary' | 'category' | 'authorName' | 'authorRole')
  | ('content' | 'contentFormat' | 'readTimeMinutes')
>
const storyColumns = columns('stories', [
  ...(['id', 'slug', 'title', 'summary', 'category', 'authorName', 'authorRole'] as const),
  ...(['content', 'contentFormat', 'readTimeMinutes'] as const),
])

const isOfWeek = (week: string) => sql`
  (is_published and published_at >= ${startOfDay(mondayOf(week))}
    and published_at < ${startOfDay(mondayOf(week), 7)})`

/** Stories of young authors are in files once their guardian has agreed to a text that says so. */
const mayTravel = () => sql`(
  publishing_awaits(stories) is null and not exists (
    select from readers join guardians on reader_id = readers.id
    where readers.id = reader_of(author_id) and age_band <> '18+' and coalesce((
      select wording from guardian_answers where guardian_id = guardians.id
      order by number desc limit 1), 0) < ${travellingWording}))`

/** As many as a file may hold, the newest: in the order in which they were published. */
const mostStories = 40

export function listStoriesOfWeek(week: string) {
  return sql<EditionStory[]>`
    select ${sql(storyColumns)} from (
      select stories.* from stories where ${isOfWeek(week)} and ${mayTravel()}
      order by published_at desc, id limit ${mostStories}
    ) as newest order by published_at, id`
}

/** Those that no guardian has agreed to send from phone to phone. */
export async function countLeftOut(week: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from stories where ${isOfWeek(week)} and not ${mayTravel()}`
  return row?.count ?? 0
}

/** What an edition has now, of which its files are made anew. */
export function listStoriesOfEdition(id: string) {
  return sql<(EditionStory & { place: number })[]>`
    select place, ${sql(storyColumns)} from week_edition_stories
    join stories on stories.id = story_id
    where edition_id = ${id} and taken_down_at is null and is_published order by place`
}

export interface EditionFiles {
  html: Uint8Array
  pdf: Uint8Array
}

/**
 * Keeps the stories as they are until the transaction ends. Resolves to whether they are all public still: files that are
 * made of one that left meanwhile are stored nowhere.
 */
export async function lockAsPublic(ids: readonly string[]): Promise<boolean> {
  const locked = await sql<Row<'stories', 'isPublished'>[]>`
    select is_published from stories where id = any (${ids}::uuid[]) order by id for share`
  return locked.length === ids.length && locked.every(({ isPublished }) => isPublished)
}

/** Stores the edition of a week, in place of one that is not out. Resolves to nothing if one is out, or was there already. */
export async function storeEdition(
  week: string,
  files: EditionFiles,
  { stories, replaces }: { stories: readonly { id: string }[]; replaces: boolean },
) {
  const row = await first(sql<Row<'week_editions', 'id'>[]>`
    insert into week_editions (monday, html, pdf)
    values (${mondayOf(week)}, ${files.html}, ${files.pdf})
    on conflict on constraint week_editions_one_a_week do update
    set html = excluded.html, pdf = excluded.pdf, made_at = now(), published_at = null, withdrawn_at = null
    where ${replaces} and (week_editions.published_at is null or week_editions.withdrawn_at is not null)
    returning id`)
  if (!row) return undefined
  await sql`delete from week_edition_stories where edition_id = ${row.id}`
  await sql`
    insert into week_edition_stories (edition_id, place, story_id)
    select ${row.id}, place, story_id
    from unnest(${stories.map(({ id }) => id)}::uuid[]) with ordinality as listed (story_id, place)`
  return row.id
}

/** Those whose files are to be made anew. */
export function listStaleEditions() {
  return listEditions(sql`html is null and withdrawn_at is null`)
}

/** Unless another replica has. */
export function renewFiles(id: string, { html, pdf }: EditionFiles): Promise<boolean> {
  return hasRows(sql`
    update week_editions set html = ${html}, pdf = ${pdf}, made_at = now()
    where id = ${id} and html is null`)
}

/** Nothing of it is left: it is withdrawn, and can be made anew. */
export async function withdrawEmpty(id: string) {
  await sql`
    update week_editions set withdrawn_at = now() where id = ${id} and html is null`
}

export async function setEditionState(id: string, state: 'published' | 'withdrawn') {
  await sql`
    update week_editions set ${values('week_editions', state === 'withdrawn' ? { withdrawnAt: new Date() } : { publishedAt: new Date(), withdrawnAt: null })}
    where id = ${id}`
}

export const weekEditionUndo = undoOfRow({
  table: 'week_editions',
  name: 'edition',
  title: 'title',
  undone: columns('week_editions', ['publishedAt', 'withdrawnAt']),
  shows: () => sql`${titleOf()} as title`,
})

/** As `weekTitle` writes it. */
const titleOf = () => sql`to_char(monday, '"Week "FMIW" of "IYYY')`

/** The one that waits longest to go out. */
export const oldestDraft = () => sql`
  select id, ${titleOf()} as name, made_at as since, count(*) over ()
  from week_editions where published_at is null and withdrawn_at is null order by monday limit 1`
