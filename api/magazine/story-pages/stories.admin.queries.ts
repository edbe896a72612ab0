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
    guardianToPhone: Row<'guardians', 'id' | 'name' | 'email'> | null
    isFirst: boolean
    awaits: PublishingAwaits | null
    isChangedSinceApproval: boolean
  }

export interface StoryFilter {
  state?: StoryState | undefined
  /** It is looked for in title, author name and summary, in any case. */
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

/** Scheduled stories, the next first; of these authors alone where they are given. */
export function listScheduledStories(limit: number, authors?: readonly string[]) {
  return sql<(Row<'stories', 'id' | 'title'> & { publishAt: string })[]>`
    select id, title, publish_at from stories
    where publish_at is not null ${authors ? sql`and author_id = any (${authors}::uuid[])` : sql``}
    order by publish_at, id limit ${limit}`
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
      case publishing_awaits(stories) when 'phone' then (
        select jsonb_build_object('id', id, 'name', name, 'email', email) from guardians
        where reader_id = reader_of(author_id)
      ) end as guardian_to_phone,
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
