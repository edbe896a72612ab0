import { countedWords } from '#api/magazine/documents/documents.queries.ts'
import { storyState } from '#api/magazine/stories/stories.queries.ts'
import { keptDays } from '#contract/retention.ts'
import type { StoryState } from '#contract/states.ts'
import { countRows, first, hasRows, type Slice, sql } from '#db/sql.ts'

/** Whether the story exists; then it cannot be deleted until the transaction ends. */
export function holdStory(id: string): Promise<boolean> {
  return hasRows(sql`
    select 1 from stories where id = ${id} and deleted_at is null for key share`)
}

/** Whether staff deleted it: then it can still be brought back. */
export function isStoryDeleted(id: string): Promise<boolean> {
  return hasRows(sql`select 1 from stories where id = ${id} and deleted_at is not null`)
}

/** Deletes it for good, with its revisions. */
export async function deleteDraft(id: string) {
  await sql`delete from story_drafts where story_id = ${id}`
}

export async function markDraftDeleted(id: string, by: string) {
  await sql`
    update story_drafts set deleted_at = now(), deleted_by = ${by} where story_id = ${id}`
}

/** Brings back a deleted draft, if its story is not deleted. Resolves to its title. */
export async function bringBackDraft(id: string): Promise<string | undefined> {
  const [draft] = await sql<{ title: string }[]>`
    update story_drafts d set deleted_at = null, deleted_by = null, updated_at = now()
    from document_revisions r
    where story_id = ${id} and d.deleted_at is not null
      and r.document = 'story' and r.document_id = story_id and r.number = head
      and not exists (select from stories where id = story_id and deleted_at is not null)
    returning fields ->> 'title' as title`
  return draft?.title
}

/** Drafts that were deleted by themselves, and whose time is over. */
export async function eraseDeletedDrafts() {
  await sql`
    delete from story_drafts d
    where deleted_at < now() - make_interval(days => ${keptDays.deleted})
      and not exists (select from stories s where s.id = story_id and s.deleted_at is not null)`
}

/** Drafts `d` with unpublished changes that are not in the review queue; of one owner if given. */
export const isOpen = (ownerId: string | undefined) => sql`
  d.deleted_at is null and (d.stored is distinct from d.head or d.sent is not null)
  and (s.id is null or s.is_published or s.published_at is not null or d.stored is null or d.stored <> d.head)
  ${ownerId ? sql`and d.owner_id = ${ownerId}` : sql``}`

export function listDrafts({ ownerId, limit, offset }: Slice & { ownerId: string | undefined }) {
  return sql<
    {
      id: string
      title: string
      category: string
      imageUrl: string | null
      ownerName: string | null
      savedAt: string
      savedByName: string
      state: StoryState | null
      sentAt: string | null
      words: number
    }[]
  >`
    select d.story_id as id, r.fields ->> 'title' as title, r.fields ->> 'category' as category,
      nullif(r.fields ->> 'imageUrl', '') as image_url, staff.name as owner_name, r.saved_at,
      r.saved_by_name, d.sent_at, ${countedWords()} as words,
      case when s.id is not null then ${storyState()} end as state
    from story_drafts d
    join document_revisions r on r.document_id = d.story_id and r.number = d.head
    left join stories s on s.id = d.story_id
    left join staff on staff.id = d.owner_id
    where ${isOpen(ownerId)}
    order by d.sent_at is null, d.updated_at desc, d.story_id limit ${limit} offset ${offset}`
}

export function countDrafts(ownerId: string | undefined): Promise<number> {
  return countRows(sql`story_drafts d left join stories s on s.id = d.story_id
    where ${isOpen(ownerId)}`)
}

/** The author of the story that somebody of the staff began or changed last. */
export function findByline(staffId: string) {
  return first(sql<{ authorName: string; authorRole: string }[]>`
    select r.fields ->> 'authorName' as author_name, r.fields ->> 'authorRole' as author_role
    from (
      select story_id, head from story_drafts
      where owner_id = ${staffId} order by updated_at desc limit 1
    ) as latest
    join document_revisions r on r.document_id = latest.story_id and r.number = latest.head`)
}

/** The linked account as a reader, otherwise the staff id. */
export async function findAuthorId(staffId: string): Promise<string> {
  const [author] = await sql<{ id: string }[]>`select reader_of(${staffId}) as id`
  return author?.id ?? staffId
}

/** Stories and changes published, scheduled or waiting for review since a time in this period. */
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
      where story_drafts.deleted_at is null
    ) as events
    join stories on stories.id = events.id
    left join story_drafts on story_id = events.id
    where stories.deleted_at is null and at >= ${from}::timestamptz and at < ${to}::timestamptz
    order by at, events.id limit 1000`
}
