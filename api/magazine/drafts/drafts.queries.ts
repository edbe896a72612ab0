import { countedWords } from '#api/magazine/documents/documents.queries.ts'
import { storyState } from '#api/magazine/stories/stories.queries.ts'
import { isAuthorId } from '#api/readers/guardians/guardians.queries.ts'
import type { StoryState } from '#contract/states.ts'
import { columns, type RowOf, sql, values } from '#db/sql.ts'

export type DraftRow = RowOf<typeof draftColumns>

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
      r.saved_by_name, d.sent_at, ${countedWords()} as words,
      case when s.id is not null then ${storyState()} end as state
    from story_drafts d
    join document_revisions r on r.document_id = d.story_id and r.number = d.head
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
      from story_drafts join document_revisions on document_id = story_id and number = sent
    ) as events
    join stories on stories.id = events.id
    left join story_drafts on story_id = events.id
    where at >= ${from}::timestamptz and at < ${to}::timestamptz
    order by at, events.id limit 1000`
}
