import { storyState } from '#api/magazine/stories/stories.queries.ts'
import { isAuthorId } from '#api/readers/guardians/guardians.queries.ts'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import type { StoryState } from '#contract/states.ts'
import { columns, type RowOf, sql, values } from '#db/sql.ts'

export type DraftFields = OutputOf<'GET /admin/drafts/:id'>['fields']
export type RevisionKind = 'saved' | 'original' | 'restored' | 'aside'

export type DraftRow = RowOf<typeof draftColumns>

export interface RevisionRow {
  number: number
  kind: RevisionKind
  fields: DraftFields
  savedAt: string
  savedBy: string | null
  savedByName: string
}

const draftColumns = columns('story_drafts', [
  'storyId',
  'ownerId',
  'head',
  'stored',
  'sent',
  'sentAt',
  'consent',
  'consentFor',
  'consentAnswer',
  'consentAt',
])
const revisionColumns = ['number', 'kind', 'fields', 'saved_at', 'saved_by', 'saved_by_name']

export async function findDraft(id: string) {
  const [draft] = await sql<DraftRow[]>`
    select ${sql(draftColumns)} from story_drafts where story_id = ${id}`
  return draft
}

/** Until the transaction ends nobody else saves or publishes it. */
export async function lockDraft(id: string) {
  const [draft] = await sql<DraftRow[]>`
    select ${sql(draftColumns)} from story_drafts where story_id = ${id} for update`
  return draft
}

/** Before their stories, which take their drafts along when they are deleted. */
export async function lockDraftsOf(readerId: string) {
  await sql`
    select 1 from story_drafts
    where story_id in (select id from stories where ${isAuthorId(readerId)})
    order by story_id for update`
}

/** Whether the story is there; it then stays until the transaction ends. */
export async function holdStory(id: string): Promise<boolean> {
  const [story] = await sql`select 1 from stories where id = ${id} for key share`
  return story !== undefined
}

/** The contributor's own words, of a revision `r`. */
export const isOwnRevision = () => sql`(r.saved_by is null and r.kind in ('original', 'saved'))`

/** Resolves to nothing when somebody else began it in this moment. */
export async function insertDraft(id: string, ownerId: string | null) {
  const [draft] = await sql<DraftRow[]>`
    insert into story_drafts (story_id, owner_id, head) values (${id}, ${ownerId}, 0)
    on conflict do nothing returning ${sql(draftColumns)}`
  return draft
}

export async function setDraft(id: string, change: Partial<Omit<DraftRow, 'storyId'>>) {
  await sql`
    update story_drafts set ${values('story_drafts', { ...change, updatedAt: new Date() })}
    where story_id = ${id}`
}

/** Of a draft whose contributor is asked nothing, or whose edit was carried out. */
export const nothingAsked = {
  consent: null,
  consentFor: null,
  consentAnswer: null,
  consentAt: null,
} as const

export async function deleteDraft(id: string) {
  await sql`delete from story_drafts where story_id = ${id}`
}

/** The draft must be locked. */
export async function insertRevision(
  id: string,
  revision: {
    saveId: string
    fields: DraftFields
    kind: RevisionKind
    savedBy: string | null
    savedByName: string
  },
) {
  const [added] = await sql<{ number: number; savedAt: string }[]>`
    insert into story_revisions (story_id, number, save_id, fields, kind, saved_by, saved_by_name)
    select ${id}, coalesce(max(number), 0) + 1, ${revision.saveId}, ${sql.json(revision.fields)},
      ${revision.kind}, ${revision.savedBy}, ${revision.savedByName}
    from story_revisions where story_id = ${id}
    returning number, saved_at`
  return added as { number: number; savedAt: string }
}

export async function findRevision(id: string, number: number) {
  const [revision] = await sql<RevisionRow[]>`
    select ${sql(revisionColumns)} from story_revisions
    where story_id = ${id} and number = ${number}`
  return revision
}

/** What the contributor wrote last, before a revision. */
export async function findOwnRevision(id: string, before: number) {
  const [revision] = await sql<RevisionRow[]>`
    select ${sql(revisionColumns)} from story_revisions r
    where story_id = ${id} and number < ${before} and ${isOwnRevision()}
    order by number desc limit 1`
  return revision
}

export async function findSaved(id: string, saveId: string) {
  const [revision] = await sql<Pick<RevisionRow, 'number' | 'kind' | 'savedAt'>[]>`
    select number, kind, saved_at from story_revisions
    where story_id = ${id} and save_id = ${saveId}`
  return revision
}

const words = () => sql`regexp_count(fields ->> 'content', '\\S+')`

/** Latest first. */
export function listRevisions(id: string, { limit, offset }: { limit: number; offset: number }) {
  return sql<(Omit<RevisionRow, 'fields'> & { words: number })[]>`
    select number, kind, saved_at, saved_by, saved_by_name, ${words()} as words
    from story_revisions where story_id = ${id}
    order by number desc limit ${limit} offset ${offset}`
}

/** Somebody has its revisions in front of them. */
export async function noteListed(id: string) {
  await sql`
    update story_drafts set listed_at = now()
    where story_id = ${id} and coalesce(listed_at < now() - interval '10 minutes', true)`
}

export async function countRevisions(id: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from story_revisions where story_id = ${id}`
  return row?.count ?? 0
}

/** Drafts with something that readers do not see and that waits in no queue; an author's own only. */
const isOpen = (ownerId: string | undefined) => sql`
  (d.stored is distinct from d.head or d.sent is not null)
  and (s.id is null or s.is_published or s.published_at is not null or d.stored is null or d.stored <> d.head)
  ${ownerId ? sql`and d.owner_id = ${ownerId}` : sql``}`

export function listDrafts({
  ownerId,
  limit,
  offset,
}: {
  ownerId: string | undefined
  limit: number
  offset: number
}) {
  return sql<
    {
      id: string
      title: string
      ownerName: string | null
      savedAt: string
      savedByName: string
      state: StoryState | null
      sentAt: string | null
      words: number
    }[]
  >`
    select d.story_id as id, r.fields ->> 'title' as title, staff.name as owner_name, r.saved_at,
      r.saved_by_name, d.sent_at, ${words()} as words,
      case when s.id is not null then ${storyState()} end as state
    from story_drafts d
    join story_revisions r on r.story_id = d.story_id and r.number = d.head
    left join stories s on s.id = d.story_id
    left join staff on staff.id = d.owner_id
    where ${isOpen(ownerId)}
    order by d.sent_at is null, d.updated_at desc, d.story_id limit ${limit} offset ${offset}`
}

export async function countDrafts(ownerId: string | undefined): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from story_drafts d left join stories s on s.id = d.story_id
    where ${isOpen(ownerId)}`
  return row?.count ?? 0
}

/** Their account as a reader, where it is linked. */
export async function findAuthorId(staffId: string): Promise<string> {
  const [author] = await sql<{ id: string }[]>`select reader_of(${staffId}) as id`
  return author?.id ?? staffId
}

/** Published in these days, planned for them, and waiting since them: new stories and changes of published ones. */
export function listCalendar({ from, to }: { from: string; to: string }) {
  return sql<
    {
      id: string
      title: string
      authorName: string
      kind: 'published' | 'planned' | 'leaves' | 'waits'
      at: string
      authorId: string
      ownerId: string | null
    }[]
  >`
    select events.id, events.title, author_name, kind, at, author_id, owner_id from (
      select id, title, 'published' as kind, published_at as at from stories where is_published
      union all
      select id, title, 'planned', publish_at from stories where publish_at is not null
      union all
      select id, title, 'leaves', unpublish_at from stories where unpublish_at is not null
      union all
      select id, title, 'waits', coalesce(terms_agreed_at, created_at) from stories
      where status = 'submitted' and not is_published and published_at is null and publish_at is null
      union all
      select story_id, fields ->> 'title', 'waits', sent_at
      from story_drafts join story_revisions using (story_id) where number = sent
    ) as events
    join stories on stories.id = events.id
    left join story_drafts on story_id = events.id
    where at >= ${from}::timestamptz and at < ${to}::timestamptz
    order by at, events.id limit 1000`
}
