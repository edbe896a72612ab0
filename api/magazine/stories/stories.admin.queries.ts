import { lockDraft } from '#api/magazine/drafts/drafts.queries.ts'
import { lockMarks, storyState } from '#api/magazine/submissions/submissions.queries.ts'
import type { PublishingAwaits } from '#contract/age-bands.ts'
import type { StoryState } from '#contract/states.ts'
import { containing, plannedEachTime, sql } from '#db/sql.ts'
import { type StoryRow, summaryColumns, type WholeStory, wholeColumns } from './stories.queries.ts'

interface AdminFields {
  state: StoryState
  sentAt: string
  publishAt: string | null
  reviewNote: string | null
  revision: number
}

type AdminStoryRow = WholeStory &
  AdminFields & {
    contributorEmail: string | null
    contributorFirstName: string | null
    awaits: PublishingAwaits | null
    isChangedSinceApproval: boolean
  }

/** What is left out stays as it is. */
export interface StoryChange {
  title?: string
  summary?: string
  category?: string
  isPublished?: boolean
  isFeatured?: boolean
  status?: 'submitted' | 'returned' | 'declined'
  reviewNote?: string | null
  publishAt?: null
  unpublishAt?: null
}

interface Approval {
  approvedHash: string
  approvedBy: string | null
}

export interface StoryFilter {
  state?: StoryState | undefined
  /** In title, author name or summary, in any case. */
  search?: string | undefined
}

// Sending a story in agrees to the terms, each time.
const sentAt = () => sql`coalesce(terms_agreed_at, created_at)`

const adminColumns = () =>
  sql`${storyState()} as state, ${sentAt()} as sent_at, publish_at, review_note, revision`

/** Submitted stories by waiting time, others newest first. */
export function listAdminStories(filter: StoryFilter & { limit: number; offset: number }) {
  return plannedEachTime(sql<(StoryRow & AdminFields)[]>`
    select ${sql(summaryColumns)}, ${adminColumns()} from stories
    where true ${narrow(filter)}
    order by ${
      filter.state === 'submitted'
        ? sql`${sentAt()}, id`
        : sql`coalesce(published_at, ${sentAt()}) desc, id desc`
    }
    limit ${filter.limit} offset ${filter.offset}`)
}

export async function countAdminStories(filter: StoryFilter): Promise<number> {
  const [row] = await plannedEachTime(sql<{ count: number }[]>`
    select count(*) from stories where true ${narrow(filter)}`)
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

export async function findAdminStory(id: string) {
  const [story] = await sql<AdminStoryRow[]>`
    select ${sql(wholeColumns)},
      ${adminColumns()}, contributor_email, contributor_first_name, publishing_awaits(stories) as awaits,
      coalesce(approved_hash <> story_text_hash(stories), false) as is_changed_since_approval
    from stories left join (
      select id as contributor_id, email as contributor_email, first_name as contributor_first_name
      from readers
    ) as contributors on contributor_id = author_id
    where id = ${id}`
  return story
}

/** Locked until the transaction ends, the reader before the story, as when an account is deleted. */
export async function lockAdminStory(id: string) {
  await sql`
    select 1 from readers
    where id = (select reader_of(author_id) from stories where id = ${id}) for key share`
  await sql`select 1 from stories where id = ${id} for no key update`
  return findAdminStory(id)
}

export async function setStory(id: string, change: StoryChange & Partial<Approval>) {
  await sql`update stories set ${sql(change as never)} where id = ${id}`
}

/** Resolves to its title. */
export async function deleteStory(
  id: string,
): Promise<{ title: string; isPublished: boolean } | undefined> {
  await lockDraft(id)
  await lockMarks({ alone: true })
  const [story] = await sql<{ title: string; isPublished: boolean }[]>`
    delete from stories where id = ${id} returning title, is_published`
  return story
}
