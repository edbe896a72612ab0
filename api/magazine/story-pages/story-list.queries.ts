import type { Fragment } from 'postgres'
import type { StaffMember } from '#api/http/request-context.ts'
import { isOpen } from '#api/magazine/drafts/drafts.queries.ts'
import { storyState } from '#api/magazine/stories/stories.queries.ts'
import type { StoryFilter, StoryGroup } from '#contract/endpoints/magazine/story-list.ts'
import type { StoryState } from '#contract/states.ts'
import { countRows, hasWords, plannedEachTime, type Row, type Slice, sql } from '#db/sql.ts'

export type Viewer = Pick<StaffMember, 'id' | 'readerId' | 'role'>

interface Narrowed {
  status?: StoryFilter | undefined
  /** Title, author name and summary have all of them, in any case. */
  words: readonly string[]
  viewer: Viewer
}

interface Part {
  group: StoryGroup
  /** The place within the group. */
  place: number
  /** Alias and condition; `at` is what the part is ordered by. */
  from: 'stories' | 'changes' | 'drafts'
  at: Fragment
  isOldestFirst: boolean
  where: Fragment
}

// The terms are accepted with each submission.
const sentAt = () => sql`coalesce(s.terms_agreed_at, s.created_at)`
// It is written out for the index of stories that are not published.
const isStored = (status: 'returned' | 'declined') => sql`
  not is_published and status = ${status} and published_at is null and publish_at is null`
const isWaiting = () =>
  sql`not is_published and status = 'submitted' and published_at is null and publish_at is null`
/** Its changes stand under those to review. */
const isSent = () => sql`s.id in (select story_id from sent_changes)`
/** Read once for all parts. */
const sentChanges = () =>
  sql`sent_changes as materialized (
    select * from story_drafts where sent is not null and deleted_at is null)`

const review = (): Part[] => [
  {
    group: 'review',
    place: 0,
    from: 'stories',
    at: sentAt(),
    isOldestFirst: true,
    where: isWaiting(),
  },
  {
    group: 'review',
    place: 0,
    from: 'changes',
    at: sql`d.sent_at`,
    isOldestFirst: true,
    where: sql`not (${isWaiting()})`,
  },
]
const scheduled = (): Part => ({
  group: 'progress',
  place: 1,
  from: 'stories',
  at: sql`publish_at`,
  isOldestFirst: true,
  where: sql`publish_at is not null`,
})
const returned = (): Part => ({
  group: 'progress',
  place: 2,
  from: 'stories',
  at: sql`s.updated_at`,
  isOldestFirst: false,
  where: isStored('returned'),
})
const unsent = (): Part => ({
  group: 'progress',
  place: 2,
  from: 'drafts',
  at: sql`d.updated_at`,
  isOldestFirst: false,
  where: sql`d.stored is null and s.id is null`,
})
const published = (): Part => ({
  group: 'published',
  place: 3,
  from: 'stories',
  at: sql`published_at`,
  isOldestFirst: false,
  where: sql`is_published`,
})
const ended = (where: Fragment): Part => ({
  group: 'rest',
  place: 4,
  from: 'stories',
  at: sql`coalesce(published_at, ${sentAt()})`,
  isOldestFirst: false,
  where,
})
const declined = () => ended(isStored('declined'))
const unpublished = () =>
  ended(sql`not is_published and published_at is not null and publish_at is null`)
/** Everything that the editor keeps: also the changes of published stories. */
const open = (): Part => ({
  group: 'progress',
  place: 2,
  from: 'drafts',
  at: sql`d.updated_at`,
  isOldestFirst: false,
  where: isOpen(undefined),
})

const once = (part: Part): Part => ({ ...part, where: sql`${part.where} and not ${isSent()}` })

const partsOf: Record<StoryFilter | 'all', () => Part[]> = {
  // Every story and draft is in exactly one of them.
  all: () => [
    ...review(),
    unsent(),
    ...[scheduled(), returned(), published(), declined(), unpublished()].map(once),
  ],
  submitted: review,
  drafts: () => [open()],
  scheduled: () => [scheduled()],
  published: () => [published()],
  returned: () => [returned()],
  declined: () => [declined()],
  unpublished: () => [unpublished()],
}

const tables = {
  stories: () => sql`stories s`,
  changes: () => sql`sent_changes d join stories s on s.id = d.story_id`,
  drafts: () => sql`story_drafts d left join stories s on s.id = d.story_id`,
}

/** `most`: of each part only so many first rows, so that an index gives them. */
function rowsOf({ status, words, viewer }: Narrowed, most?: number): Fragment {
  return partsOf[status ?? 'all']()
    .map((part) => {
      const id = part.from === 'stories' ? sql`s.id` : sql`d.story_id`
      const deletedAt = part.from === 'stories' ? sql`s.deleted_at` : sql`d.deleted_at`
      const direction = part.isOldestFirst ? sql`asc` : sql`desc`
      return sql`(
        select ${id} as id, ${part.group} as "group", ${part.place}::integer as place, ${part.at} as at,
          ${part.from === 'drafts' || part.from === 'changes'} as is_draft
        from ${tables[part.from]()}
        where ${part.where} and ${deletedAt} is null ${ownedBy(viewer, part.from)} ${isFound(words, part.from)}
        ${most === undefined ? sql`` : sql`order by ${part.at} ${direction}, ${id} desc limit ${most}`})`
    })
    .reduce((all, next) => sql`${all} union all ${next}`)
}

function ownedBy({ role, id, readerId }: Viewer, from: Part['from']) {
  if (role !== 'author') return sql``
  const isAuthor = sql`s.author_id = ${id} or s.author_id = ${readerId}`
  return from === 'stories'
    ? sql`and (${isAuthor} or s.id in (select story_id from story_drafts where owner_id = ${id}))`
    : sql`and (${isAuthor} or d.owner_id = ${id})`
}

/** Stories that a search reads one by one, and that it takes from the index. */
const searchedStories = 2000

/**
 * The ids of the stories with all words: all of them, unless there are thousands; then those among the newest, and as
 * many others. Words of one or two letters are in no index.
 */
function foundStories(words: readonly string[]): Fragment {
  const isIndexed = words.some((word) => /[\p{L}\p{N}]{3}/u.test(word))
  const has = hasWords(sql`desk_text(title, author_name, summary)`, words)
  const older = sql`union (select id from stories where ${has} limit ${searchedStories})`
  return sql`
    found as materialized (
      select id from (
        select id, title, author_name, summary from stories
        order by coalesce(published_at, coalesce(terms_agreed_at, created_at)) desc, id desc
        limit ${words.length > 0 ? searchedStories : 0}
      ) as newest
      where ${has} ${isIndexed ? older : sql``}
    )`
}

/** A draft is found by what is saved of it, a story by what its row holds. */
function isFound(words: readonly string[], from: Part['from']) {
  if (words.length === 0) return sql``
  if (from === 'stories') return sql`and s.id in (select id from found)`
  const inDraft = hasWords(
    sql`desk_text(fields ->> 'title', fields ->> 'authorName', fields ->> 'summary')`,
    words,
  )
  return sql`and exists (
    select from document_revisions
    where document = 'story' and document_id = d.story_id and number = coalesce(d.sent, d.head) and ${inDraft})`
}

export type ListedStory = Row<
  'stories',
  'id' | 'slug' | 'title' | 'authorName' | 'category' | 'imageUrl' | 'imageFocus' | 'isFeatured'
> & {
  group: StoryGroup
  state: StoryState | 'draft'
  hasChanges: boolean
  isChange: boolean
  sentAt: string | null
  publishAt: string | null
  publishedAt: string | null
  savedAt: string
  ownerId: string | null
  authorId: string | null
}

const ordered = () => sql`place, case when place < 2 then at end, at desc, id desc`

/** One page, each row with what the list shows; a page far down reads what is before it from indexes. */
export function listStoryRows({ limit, offset, ...narrowed }: Narrowed & Slice) {
  const ofDraft = (name: string, otherwise: Fragment) =>
    sql`case when shows_draft then r.fields ->> ${name} else ${otherwise} end`
  return plannedEachTime(sql<ListedStory[]>`
    with ${sentChanges()}, ${foundStories(narrowed.words)}, page as (
      select * from (${rowsOf(narrowed, limit + offset)}) as parts
      order by ${ordered()} limit ${limit} offset ${offset}
    )
    select page.id, s.slug, "group", case when s.id is null then 'draft' else ${storyState()} end as state,
      ${ofDraft('title', sql`s.title`)} as title, ${ofDraft('authorName', sql`s.author_name`)} as author_name,
      ${ofDraft('category', sql`s.category`)} as category,
      ${ofDraft('imageUrl', sql`s.image_url`)} as image_url,
      coalesce(${ofDraft('imageFocus', sql`s.image_focus`)}, 'center') as image_focus,
      coalesce(s.is_featured, false) as is_featured,
      coalesce(s.is_published and d.stored is distinct from d.head and d.head is not null, false) as has_changes,
      "group" = 'review' and is_draft as is_change,
      case when "group" = 'review' and is_draft then d.sent_at when s.id is not null then ${sentAt()} end as sent_at,
      publish_at, published_at, coalesce(r.saved_at, s.updated_at) as saved_at, d.owner_id, s.author_id
    from page
    left join stories s on s.id = page.id
    left join story_drafts d on d.story_id = page.id and d.deleted_at is null
    left join document_revisions r
      on document = 'story' and document_id = page.id and number = coalesce(d.sent, d.head)
    cross join lateral (select is_draft and r.number is not null as shows_draft) as shown
    order by ${ordered()}`)
}

export async function countStoryRows(narrowed: Narrowed): Promise<number> {
  const { status, words, viewer } = narrowed
  // Each is in one part: a story wherever it is, and a draft that is none.
  if (!status && words.length === 0 && viewer.role !== 'author') {
    const [stories, unsentOnes] = await Promise.all([
      countRows(sql`stories where deleted_at is null`),
      countRows(sql`${tables.drafts()} where ${unsent().where} and d.deleted_at is null`),
    ])
    return stories + unsentOnes
  }
  const [row] = await plannedEachTime(sql<{ count: number }[]>`
    with ${sentChanges()}, ${foundStories(narrowed.words)} select count(*) from (${rowsOf(narrowed)}) as parts`)
  return row?.count ?? 0
}

/** The story that waits longest for an editor, and how many wait. */
export const oldestSubmission = () => sql`
  select s.id, author_name as name, ${sentAt()} as since, count(*) over () from stories s
  where ${isWaiting()} and deleted_at is null order by ${sentAt()}, s.id limit 1`

/** The same of changes of stories that were decided on. */
export const oldestSentChange = () => sql`
  select s.id, coalesce(staff.name, saved_by_name) as name, sent_at as since, count(*) over ()
  from story_drafts d join stories s on s.id = d.story_id
    join document_revisions on document = 'story' and document_id = d.story_id and number = d.sent
    left join staff on staff.id = d.owner_id
  where d.deleted_at is null and s.deleted_at is null and not (${isWaiting()})
  order by sent_at, s.id limit 1`

/** The story of one of these authors that came back last, and how many did. */
export const lastReturned = (authors: readonly string[]) => sql`
  select s.id, title as name, updated_at as since, count(*) over () from stories s
  where author_id = any (${authors}::uuid[]) and ${isStored('returned')} and deleted_at is null
  order by updated_at desc, s.id limit 1`

/** The days since `from` on which one of the stories was read. */
export function listReadsByDay(ids: string[], from: string) {
  return sql<{ storyId: string; day: string; reads: number }[]>`
    select story_id, day::text, reads from story_days
    where story_id = any (${ids}::uuid[]) and day >= ${from}::date`
}
