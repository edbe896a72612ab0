import {
  type StoryRow,
  storyState,
  summaryColumns,
  type WholeStory,
  wholeColumns,
} from '#api/magazine/stories/stories.queries.ts'
import type { AgeBand, PublishingAwaits } from '#contract/magazine/age-bands.ts'
import type { StoryState } from '#contract/states.ts'
import { containing, first, plannedEachTime, type Row, type Slice, sql } from '#db/sql.ts'

type AdminFields = Row<'stories', 'publishAt' | 'reviewNote' | 'revision'> & {
  state: StoryState
  sentAt: string
}

type AdminStoryRow = WholeStory &
  AdminFields & {
    contributorEmail: string | null
    contributorFirstName: string | null
    contributorAge: AgeBand | null
    guardianAgreedAt: string | null
    isFirst: boolean
    awaits: PublishingAwaits | null
    isChangedSinceApproval: boolean
  }

export interface StoryFilter {
  state?: StoryState | undefined
  /** In title, author name or summary, in any case. */
  search?: string | undefined
}

// The terms are accepted with each submission.
const sentAt = () => sql`coalesce(terms_agreed_at, created_at)`

const adminColumns = () =>
  sql`${storyState()} as state, ${sentAt()} as sent_at, publish_at, review_note, revision`

/** Submitted stories by waiting time, others newest first. */
export function listAdminStories(filter: StoryFilter & Slice) {
  return plannedEachTime(sql<(StoryRow & AdminFields)[]>`
    select ${sql(summaryColumns)}, ${adminColumns()} from stories
    where deleted_at is null ${narrow(filter)}
    order by ${
      filter.state === 'submitted'
        ? sql`${sentAt()}, id`
        : sql`coalesce(published_at, ${sentAt()}) desc, id desc`
    }
    limit ${filter.limit} offset ${filter.offset}`)
}

export async function countAdminStories(filter: StoryFilter): Promise<number> {
  const [row] = await plannedEachTime(sql<{ count: number }[]>`
    select count(*) from stories where deleted_at is null ${narrow(filter)}`)
  return row?.count ?? 0
}

function narrow({ state, search }: StoryFilter) {
  const text = search?.trim()
  return sql`
    ${state ? sql`and ${storyState()} = ${state}` : sql``}
    ${state === 'submitted' ? sql`and publish_at is null` : sql``}
    ${
      text
        ? sql`and desk_text(title, author_name, summary) like lower(normalize(${containing(text)}))`
        : sql``
    }`
}

export type StoryAhead = Row<'stories', 'id' | 'title'> & {
  kind: 'submitted' | 'changed' | 'scheduled' | 'returned'
  /** Who wrote it, or the changes. */
  by: string
  /** Sent, publishing or returned. */
  at: string
  count: number
}

/** For editors: the longest waiting of the queue and of changes sent for review, and the next scheduled ones. */
export function listStoriesAhead(limit: number) {
  return sql<StoryAhead[]>`
    (select 'submitted' as kind, id, title, author_name as by, ${sentAt()} as at, count(*) over () as count
      from stories where ${storyState()} = 'submitted' and publish_at is null and deleted_at is null
      order by ${sentAt()}, id limit 1)
    union all
    (select 'changed', story_id, fields ->> 'title', coalesce(staff.name, saved_by_name), sent_at, count(*) over ()
      from story_drafts join document_revisions on document_id = story_id and number = sent
      left join staff on staff.id = owner_id
      where story_drafts.deleted_at is null
      order by sent_at, story_id limit 1)
    union all
    (select 'scheduled', id, title, author_name, publish_at, 1
      from stories where publish_at is not null order by publish_at, id limit ${limit})`
}

/** For an author: their last returned story, and their next scheduled ones. */
export function listOwnStoriesAhead(authors: string[], limit: number) {
  const isOwn = sql`author_id = any (${authors}::uuid[])`
  return sql<StoryAhead[]>`
    (select 'returned' as kind, id, title, author_name as by, updated_at as at, count(*) over () as count
      from stories where ${isOwn} and ${storyState()} = 'returned' and deleted_at is null
      order by updated_at desc, id limit 1)
    union all
    (select 'scheduled', id, title, author_name, publish_at, 1
      from stories where ${isOwn} and publish_at is not null order by publish_at, id limit ${limit})`
}

export function findAdminStory(id: string) {
  return first(sql<AdminStoryRow[]>`
    select ${sql(wholeColumns)},
      ${adminColumns()}, contributor_email, contributor_first_name, contributor_age, guardian_agreed_at,
      not exists (
        select from stories as others
        where others.author_id = stories.author_id and others.id <> stories.id and others.published_at is not null
      ) as is_first,
      publishing_awaits(stories) as awaits,
      coalesce(approved_hash <> story_text_hash(stories), false) as is_changed_since_approval
    from stories left join (
      select id as contributor_id, email as contributor_email, first_name as contributor_first_name,
        age_band as contributor_age, (
          select given_at from (
            select agrees, given_at from guardian_answers join guardians on guardians.id = guardian_id
            where reader_id = readers.id order by number desc limit 1
          ) as last_answer where agrees
        ) as guardian_agreed_at
      from readers
    ) as contributors on contributor_id = author_id
    where id = ${id} and deleted_at is null`)
}
