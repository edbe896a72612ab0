import { type DraftRow, lockDraft } from '#api/magazine/drafts/drafts.queries.ts'
import { isAuthorId } from '#api/readers/guardians/guardians.queries.ts'
import type { PublishingAwaits } from '#contract/age-bands.ts'
import type { StoryState } from '#contract/states.ts'
import { type Row, sql, values } from '#db/sql.ts'
import { storyState } from './stories.queries.ts'

/** A story as whoever works on it needs it, whatever its state. */
export type StoryInWork = Row<
  'stories',
  | ('id' | 'title' | 'summary' | 'category' | 'authorId' | 'authorName' | 'authorRole' | 'content')
  | ('contentFormat' | 'imageUrl' | 'imageAlt' | 'imageFocus' | 'videoUrl' | 'isFeatured')
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

/** What a transition may write. What is left out stays as it is. */
export type StoryChange = Partial<
  Row<
    'stories',
    | (
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
    | ('unpublishAt' | 'approvedHash' | 'approvedBy')
  >
> & { termsAgreedAt?: Date }

/** A new story is written whole. */
export type NewStory = StoryChange & { id?: string; authorId: string; title: string }

export interface LockedStory {
  draft: DraftRow | undefined
  story: StoryInWork | undefined
}

export async function findStoryInWork(id: string) {
  const [story] = await sql<StoryInWork[]>`
    select stories.id, stories.title, summary, category, author_id, author_name, author_role, content,
      content_format, image_url, image_alt, image_focus, video_url, is_featured, is_published,
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
    where stories.id = ${id}`
  return story
}

/**
 * Until the transaction ends nobody else changes the story or its draft. Everybody locks in this order, the deletion of an
 * account included: draft, reader, story.
 */
export async function lockStory(id: string): Promise<LockedStory> {
  const draft = await lockDraft(id)
  await sql`
    select 1 from readers
    where id = (select reader_of(author_id) from stories where id = ${id}) for key share`
  await sql`select 1 from stories where id = ${id} for no key update`
  return { draft, story: await findStoryInWork(id) }
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
 * Call it before deleting stories: likes lock their own row first and the story's next. `alone` keeps everybody else
 * out.
 */
export async function lockEngagement({ alone }: { alone: boolean }) {
  await sql`
    lock table likes, story_ratings, story_shares, story_views
    in ${alone ? sql`share row exclusive` : sql`row exclusive`} mode`
}

/** Resolves to nothing where there is none that may be deleted; `unpublishedOf` is the author who withdraws it. */
export async function deleteStoryRow(id: string, unpublishedOf?: string) {
  const [story] = await sql<Row<'stories', 'title'>[]>`
    delete from stories where id = ${id}
      ${unpublishedOf ? sql`and author_id = ${unpublishedOf} and published_at is null` : sql``}
    returning title`
  return story
}

/** Everything of theirs, or what was never published. The reader must be locked. */
export async function deleteStoriesOf(readerId: string, { all }: { all: boolean }) {
  await sql`
    delete from stories
    where ${all ? isAuthorId(readerId) : sql`author_id = ${readerId} and published_at is null`}`
}

/** What readers see of an author, or will see by its time. The reader must be locked. */
export async function lockPublicStoriesOf(readerId: string) {
  // By themselves, so that what was published while this waited for a row is seen.
  await sql`select 1 from stories where ${isAuthorId(readerId)} order by id for no key update`
  return sql<Row<'stories', 'id' | 'title' | 'isPublished'>[]>`
    select id, title, is_published from stories
    where ${isAuthorId(readerId)} and (is_published or publish_at is not null) order by id`
}

/** Publishes and takes down what is due, each once, however many replicas try. What may not be published leaves the schedule. */
export function publishDue() {
  return sql<
    (Row<'stories', 'id' | 'title' | 'isPublished'> & { isFirst: boolean; isRefused: boolean })[]
  >`
    with due as (
      select id, published_at, is_refused and not is_published as is_refused,
        publish_at is not null and publish_at <= now() and not is_refused as comes
      from stories, lateral (select cardinality(publishing_refusals(stories)) > 0) as judged (is_refused)
      where publish_at <= now() or unpublish_at <= now()
      order by id for no key update of stories skip locked
    )
    update stories set
      is_published = due.comes,
      publish_at = null,
      unpublish_at = case when due.comes then unpublish_at end
    from due where stories.id = due.id
    returning stories.id, title, is_published, due.published_at is null as is_first, is_refused`
}
