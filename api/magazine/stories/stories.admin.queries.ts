import type { PublishingAwaits } from '#contract/age-bands.ts'
import type { StoryState } from '#contract/states.ts'
import { containing, plannedEachTime, type Row, sql } from '#db/sql.ts'
import {
  type StoryRow,
  storyState,
  summaryColumns,
  type WholeStory,
  wholeColumns,
} from './stories.queries.ts'

type AdminFields = Row<'stories', 'publishAt' | 'reviewNote' | 'revision'> & {
  state: StoryState
  sentAt: string
}

type AdminStoryRow = WholeStory &
  AdminFields & {
    contributorEmail: string | null
    contributorFirstName: string | null
    awaits: PublishingAwaits | null
    isChangedSinceApproval: boolean
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
