import {
  type StoryRow,
  summaryColumns,
  type WholeStory,
  wholeColumns,
} from '#api/magazine/stories/stories.queries.ts'
import type { StoryState } from '#contract/states.ts'
import type { ContentFormat } from '#contract/story-content.ts'
import { sql, transaction } from '#db/sql.ts'
import { parseMarkdown } from '#markdown/parse-markdown.ts'
import { textOf } from '#markdown/story-text.ts'

export type SentStory = { content: string } & Pick<
  StoryRow,
  | ('title' | 'summary' | 'category' | 'authorName' | 'authorRole' | 'authorImageUrl')
  | ('imageUrl' | 'videoUrl' | 'readTimeMinutes')
>

/** Whether the contributor still has an account, which then stays until the transaction ends. */
export async function lockAuthor(readerId: string): Promise<boolean> {
  const [reader] = await sql`select 1 from readers where id = ${readerId} for key share`
  return reader !== undefined
}

export async function insertSubmission(story: SentStory, authorId: string) {
  const [added] = await sql<WholeStory[]>`
    insert into stories ${sql({ ...story, authorId, termsAgreedAt: new Date() } as never)}
    returning ${sql(wholeColumns)}`
  return added as WholeStory
}

/** Latest first. */
export function listSubmissions(authorId: string) {
  return sql<
    (StoryRow & {
      content: string
      state: StoryState
      reviewNote: string | null
      edit: 'asked' | 'agreed' | 'answered' | null
    })[]
  >`
    select ${sql([...summaryColumns, 'content', 'review_note'])}, ${storyState()} as state,
      (select consent from story_drafts where story_id = stories.id) as edit
    from stories where author_id = ${authorId}
    order by created_at desc, id`
}

export async function findSubmission(id: string, authorId: string) {
  const [story] = await sql<
    (WholeStory & {
      state: StoryState
      reviewNote: string | null
    })[]
  >`
    select ${sql([...wholeColumns, 'review_note'])}, ${storyState()} as state
    from stories where id = ${id} and author_id = ${authorId}`
  return story
}

/** Until the transaction ends nobody else changes it. Resolves to nothing unless it is on the schedule. */
export async function lockScheduled(id: string, authorId: string) {
  const [story] = await sql<
    { title: string; publishAt: string | null; approvedBy: string | null }[]
  >`
    select title, publish_at, approved_by from stories
    where id = ${id} and author_id = ${authorId} for no key update`
  return story?.publishAt ? story : undefined
}

/**
 * Resolves to nothing unless the story is the author's and not published. A text that an editor has changed stays Markdown;
 * what was scheduled waits for an editor again.
 */
export async function updateSubmission(id: string, authorId: string, story: SentStory) {
  const [known] = await sql<{ contentFormat: ContentFormat }[]>`
    select content_format from stories
    where id = ${id} and author_id = ${authorId} and published_at is null for no key update`
  if (!known) return undefined
  const contentText =
    known.contentFormat === 'markdown' ? textOf(parseMarkdown(story.content)) : null
  const [changed] = await sql<WholeStory[]>`
    update stories set ${sql({ ...story, contentText, status: 'submitted', termsAgreedAt: new Date() } as never)},
      publish_at = null, unpublish_at = null
    where id = ${id} returning ${sql(wholeColumns)}`
  return changed
}

/** Resolves to whether there was anything to delete. */
export function deleteSubmission(id: string, authorId: string): Promise<boolean> {
  return transaction(async () => {
    // Before the story, as when it is published.
    await sql`select 1 from story_drafts where story_id = ${id} for update`
    // The publisher may be deleting it in this moment.
    await lockMarks({ alone: false })
    const { count } = await sql`
      delete from stories
      where id = ${id} and author_id = ${authorId} and published_at is null`
    return count > 0
  })
}

/** As a column: a story that was published once is unpublished. */
export const storyState = () => sql`
  case when is_published then 'published' when published_at is not null then 'unpublished' else status end`

/**
 * Call it before deleting stories: likes lock their own row first and the story's next. `alone` keeps everybody else
 * out.
 */
export async function lockMarks({ alone }: { alone: boolean }) {
  await sql`
    lock table likes, story_ratings, story_shares, story_views
    in ${alone ? sql`share row exclusive` : sql`row exclusive`} mode`
}

export async function isEmailProven(readerId: string): Promise<boolean> {
  const [reader] = await sql`
    select 1 from readers where id = ${readerId} and email_proven_at is not null`
  return reader !== undefined
}
