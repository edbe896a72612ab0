import type { Fragment } from 'postgres'
import { isAuthorId } from '#api/readers/guardians/guardians.queries.ts'
import { asBefore, readSnapshot, type Snapshot } from '#api/staff/activity/undo.queries.ts'
import type { PublishingAwaits } from '#contract/magazine/age-bands.ts'
import { type ProvenanceColumn, provenanceColumns } from '#contract/magazine/provenance.ts'
import { keptDays } from '#contract/retention.ts'
import type { StoryState } from '#contract/states.ts'
import { undoSeconds } from '#contract/undo.ts'
import { columns, first, hasRows, type Row, sql, values } from '#db/sql.ts'
import { deleteGone, insertGone } from './gone-stories.queries.ts'
import { storyState } from './stories.queries.ts'
import { type DraftRow, lockDraft } from './story-drafts.queries.ts'

/** A story in any state, with all that staff and contributor work with. */
export type StoryInWork = Row<
  'stories',
  | ('id' | 'slug' | 'title' | 'summary' | 'category' | 'authorId' | 'authorName' | 'authorRole')
  | (
      | 'content'
      | 'contentFormat'
      | 'imageUrl'
      | 'imageAlt'
      | 'imageFocus'
      | 'videoUrl'
      | 'isFeatured'
    )
  | ProvenanceColumn
  | ('isPublished' | 'publishedAt' | 'publishAt' | 'unpublishAt' | 'reviewNote' | 'revision')
  | 'approvedBy'
> & {
  seriesTitle: string | null
  seriesPart: number | null
  state: StoryState
  contributorEmail: string | null
  contributorFirstName: string | null
  awaits: PublishingAwaits | null
}

/** What a transition may write. Omitted fields are not changed. */
export type StoryChange = Partial<
  Row<
    'stories',
    | (
        | 'slug'
        | 'title'
        | 'summary'
        | 'category'
        | 'authorName'
        | 'authorRole'
        | 'authorImageUrl'
        | 'content'
      )
    | ('contentText' | 'contentFormat' | 'imageUrl' | 'imageAlt' | 'imageFocus' | 'videoUrl')
    | ('readTimeMinutes' | 'isFeatured' | 'isPublished' | 'status' | 'reviewNote' | 'publishAt')
    | ProvenanceColumn
    | ('unpublishAt' | 'approvedHash' | 'approvedBy' | 'deletedAt' | 'deletedBy')
  >
> & { termsAgreedAt?: Date }

export type NewStory = StoryChange & { id?: string; authorId: string; title: string }

export interface LockedStory {
  draft: DraftRow | undefined
  story: StoryInWork | undefined
}

/** It finds none that is deleted. */
export const findStoryInWork = (id: string) => findStory(id, sql`deleted_at is null`)

/** One that staff have deleted and may still bring back. */
export const findKeptStory = (id: string) =>
  findStory(id, sql`deleted_at > ${keptSince()} and not ${isTakenDown()}`)

function findStory(id: string, condition: Fragment) {
  return first(sql<StoryInWork[]>`
    select stories.id, stories.slug, stories.title, summary, category, author_id, author_name, author_role, content,
      content_format, image_url, image_alt, image_focus, video_url, is_featured, is_published,
      ${sql(columns('stories', provenanceColumns))},
      ${storyState()} as state, published_at, publish_at, unpublish_at, review_note, revision, approved_by,
      contributor_email, contributor_first_name, publishing_awaits(stories) as awaits,
      series.title as series_title, series_parts.part as series_part
    from stories
    left join series_parts on series_parts.story_id = stories.id
    left join series on series.id = series_parts.series_id
    left join (
      select id as contributor_id, email as contributor_email, first_name as contributor_first_name
      from readers
    ) as contributors on contributor_id = author_id
    where stories.id = ${id} and ${condition}`)
}

/**
 * Locks draft, reader and story until the transaction ends. Everything locks in this order, including the deletion of an
 * account.
 */
export async function lockStory(id: string): Promise<LockedStory> {
  const draft = await lockDraft(id)
  await sql`
    select 1 from readers
    where id = (select reader_of(author_id) from stories where id = ${id}) for key share`
  await sql`select 1 from stories where id = ${id} for no key update`
  return { draft, story: await findStoryInWork(id) }
}

/** What an action on a story or its draft may change; counters, times of change and revisions go on by themselves. */
const undoneOfStory = columns('stories', [
  ...(['title', 'summary', 'category', 'authorName', 'authorRole', 'authorImageUrl'] as const),
  ...(['content', 'contentText', 'contentFormat', 'imageUrl', 'imageAlt', 'imageFocus'] as const),
  ...(['videoUrl', 'readTimeMinutes', 'isFeatured', 'isPublished', 'publishedAt'] as const),
  ...(['publishAt', 'unpublishAt', 'status', 'reviewNote', 'approvedHash', 'approvedBy'] as const),
  ...(['deletedAt', 'deletedBy', 'slug'] as const),
  ...provenanceColumns,
])
const undoneOfDraft = columns('story_drafts', [
  ...(['head', 'stored', 'sent', 'sentAt'] as const),
  ...(['consent', 'consentFor', 'consentAnswer', 'consentAt'] as const),
  ...(['deletedAt', 'deletedBy'] as const),
])

/** Locks the story, and reads what `restoreStory` writes. */
export async function snapshotStory(id: string): Promise<Snapshot> {
  await lockStory(id)
  return readSnapshot({
    story: sql`select id, ${sql(undoneOfStory)} from stories where id = ${id}`,
    draft: sql`select story_id, ${sql(undoneOfDraft)} from story_drafts where story_id = ${id}`,
    place: sql`select * from series_parts where story_id = ${id}`,
    gone: sql`select * from gone_stories where story_id = ${id}`,
    told: sql`select coalesce(max(number), 0) as last from story_changes where story_id = ${id}`,
  })
}

/** Writes the rows of a snapshot. A story that was not there is deleted. The story must be locked. */
export async function restoreStory(id: string, { story, draft, place, gone, told }: Snapshot) {
  if (draft) {
    await sql`
      update story_drafts set updated_at = now(), ${asBefore('story_drafts', undoneOfDraft, draft)}
      where story_id = ${id}`
  }
  if (!story) {
    await lockEngagement({ alone: true })
    await deleteStoryRow(id)
    return
  }
  await sql`
    update stories set ${asBefore('stories', undoneOfStory, story)} where id = ${id}`
  await deleteGone(id)
  if (gone) {
    await sql`
      insert into gone_stories select *
      from jsonb_populate_record(null::gone_stories, ${JSON.stringify(gone)}::text::jsonb)`
  }
  // The release before this one made snapshots without it.
  if (told)
    await sql`
      delete from story_changes where story_id = ${id} and number > ${Number(told['last'])}`
  await sql`delete from series_parts where story_id = ${id}`
  if (place) {
    await sql`
      insert into series_parts select *
      from jsonb_populate_record(null::series_parts, ${JSON.stringify(place)}::text::jsonb)`
  }
}

/** Resolves to its id. */
export async function insertStory(story: NewStory): Promise<string> {
  const [added] = await sql<Row<'stories', 'id'>[]>`
    insert into stories ${values('stories', story)} returning id`
  return added?.id as string
}

export async function updateStory(id: string, change: StoryChange) {
  await sql`update stories set ${values('stories', change)} where id = ${id}`
}

/**
 * Call it before deleting stories, since a like locks its own row before the story's. `alone` excludes all others.
 */
export async function lockEngagement({ alone }: { alone: boolean }) {
  await sql`
    lock table likes, story_ratings, story_shares, story_views
    in ${alone ? sql`share row exclusive` : sql`row exclusive`} mode`
}

/** Resolves to nothing if there is no such story; `unpublishedOf`: only an unpublished one of this author. */
export function deleteStoryRow(id: string, unpublishedOf?: string) {
  return first(sql<Row<'stories', 'title'>[]>`
    delete from stories where id = ${id}
      ${unpublishedOf ? sql`and author_id = ${unpublishedOf} and published_at is null` : sql``}
    returning title`)
}

/** All stories of an author, or those never published or deleted by staff. The reader must be locked. */
export async function deleteStoryRowsOf(readerId: string, { all }: { all: boolean }) {
  const isGone = sql`author_id = ${readerId} and (published_at is null or deleted_at is not null)`
  const whose = all ? isAuthorId(readerId) : isGone
  const erased = await sql<Row<'stories', 'id'>[]>`select id from stories where ${whose}`
  const ids = erased.map(({ id }) => id)
  await insertGone(ids, 'author')
  await sql`delete from stories where ${whose}`
}

export function hasDeletedStories(readerId: string): Promise<boolean> {
  return hasRows(sql`
    select 1 from stories where ${isAuthorId(readerId)} and deleted_at is not null`)
}

/** Nobody can bring back what staff have deleted of this author: it is erased by the next cleanup. */
export async function expireDeletedStoriesOf(readerId: string) {
  await sql`
    update stories set deleted_at = to_timestamp(0)
    where ${isAuthorId(readerId)} and deleted_at is not null`
}

/** What was public until its guardian, or its contributor, withdrew the agreement: not kept once staff delete it. */
export const isTakenDown = () => sql`
  (stories.published_at is not null
    and coalesce(publishing_awaits(stories) in ('guardian', 'agreement'), false))`

/** Its draft is deleted with it. The story must be locked. */
export async function markStoryDeleted(id: string, by: string) {
  await sql`update stories set deleted_at = now(), deleted_by = ${by} where id = ${id}`
  await sql`
    update story_drafts set deleted_at = now(), deleted_by = ${by}
    where story_id = ${id} and deleted_at is null`
}

/** The draft that was deleted with its story. */
export async function keepDraftOf(id: string) {
  await sql`
    update story_drafts set deleted_at = null, deleted_by = null where story_id = ${id}`
}

export const keptSince = () => sql`now() - make_interval(days => ${keptDays.deleted})`

/** Deleted stories whose time is over, or which their guardian had taken down. */
export function listStoriesToErase() {
  return sql<Row<'stories', 'id'>[]>`
    select id from stories
    where deleted_at < ${keptSince()}
      or (deleted_at < now() - make_interval(secs => ${undoSeconds}) and ${isTakenDown()})
    order by id limit 200`
}

/** Erases those of them that staff have deleted. */
export async function eraseStoryRows(ids: string[]) {
  if (ids.length === 0) return
  await sql`
    select 1 from story_drafts where story_id = any (${ids}::uuid[]) order by story_id for update`
  await lockEngagement({ alone: true })
  await sql`delete from stories where id = any (${ids}::uuid[]) and deleted_at is not null`
}

/** Published and scheduled stories of an author. The reader must be locked. */
export async function lockPublicStoriesOf(readerId: string) {
  // Locked by a separate query, so that the next one sees what was published during the wait.
  await sql`select 1 from stories where ${isAuthorId(readerId)} order by id for no key update`
  return sql<Row<'stories', 'id' | 'title' | 'isPublished'>[]>`
    select id, title, is_published from stories
    where ${isAuthorId(readerId)} and (is_published or publish_at is not null) order by id`
}

/**
 * Stories whose time has come, locked until the transaction ends; other replicas skip them. `isComing`: it is published now,
 * unless it may not be; every other one leaves, or leaves the schedule.
 */
export function lockDueStories() {
  return sql<(Row<'stories', 'id'> & { isComing: boolean })[]>`
    select id, publish_at is not null and publish_at <= now()
        and cardinality(publishing_refusals(stories)) = 0 as is_coming
    from stories where publish_at <= now() or unpublish_at <= now()
    order by id for no key update skip locked`
}

/**
 * It is set in the statement that publishes, schedules or changes what is public: its text has been read and approved.
 * This is the only way to approve; the database makes it a hash (`check_may_publish`). Null: an import.
 */
export const approvedBy = (staffId: string | null) => ({
  approvedHash: 'this text',
  approvedBy: staffId,
})

// An imported story has any state that the source had; what was public there counts as read.

export type ImportedStory = Partial<Row<'stories'>>

const withApproval = (story: ImportedStory) =>
  values('stories', { ...story, ...(story.isPublished ? approvedBy(null) : {}) })

/** Resolves to its revision. */
export async function insertImportedStory(imported: ImportedStory): Promise<number> {
  const [story] = await sql<Row<'stories', 'revision'>[]>`
    insert into stories ${withApproval(imported)} returning revision`
  return story?.revision as number
}

/** Resolves to nothing when the story was changed since that revision. The address that it has here stays. */
export async function updateImportedStory(
  id: string,
  revision: number,
  { slug: _, ...imported }: ImportedStory,
) {
  const [story] = await sql<Row<'stories', 'revision'>[]>`
    update stories set ${withApproval(imported)} where id = ${id} and revision = ${revision}
    returning revision`
  return story?.revision
}
