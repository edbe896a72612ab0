import { type StoryRow, summaryColumns } from '#api/stories/stories.queries.ts'
import type { StoryState } from '#contract/states.ts'
import { sql, transaction } from '#db/sql.ts'

type Whole = Omit<StoryRow, 'excerpt'> & { content: string }

/** What a contributor sends. */
export type SentStory = { content: string } & Pick<
  StoryRow,
  | ('title' | 'summary' | 'category' | 'authorName' | 'authorRole' | 'authorImageUrl')
  | ('imageUrl' | 'videoUrl' | 'readTimeMinutes')
>

const wholeColumns = [...summaryColumns.filter((name) => name !== 'excerpt'), 'content']

/** Whether the contributor still has an account; then it stays until the transaction ends. */
export async function storeAuthor(readerId: string): Promise<boolean> {
  const [reader] = await sql`select 1 from readers where id = ${readerId} for key share`
  return reader !== undefined
}

/** The reader who sends it is its author; it waits for review. */
export async function insertSubmission(story: SentStory, authorId: string) {
  const [added] = await sql<Whole[]>`
    insert into stories ${sql({ ...story, authorId, termsAgreedAt: new Date() } as never)}
    returning ${sql(wholeColumns)}`
  return added as Whole
}

/** A contributor's stories, the latest first. */
export function listSubmissions(authorId: string) {
  return sql<
    (StoryRow & {
      content: string
      state: StoryState
      reviewNote: string | null
    })[]
  >`
    select ${sql([...summaryColumns, 'content', 'review_note'])}, ${storyState()} as state
    from stories where author_id = ${authorId}
    order by created_at desc, id`
}

/** A contributor's own story, whatever became of it. */
export async function findSubmission(id: string, authorId: string) {
  const [story] = await sql<
    (Whole & {
      state: StoryState
      reviewNote: string | null
    })[]
  >`
    select ${sql([...wholeColumns, 'review_note'])}, ${storyState()} as state
    from stories where id = ${id} and author_id = ${authorId}`
  return story
}

/** Sends it in again. Resolves to nothing unless it is the author's and was not published meanwhile. */
export async function updateSubmission(id: string, authorId: string, story: SentStory) {
  const [changed] = await sql<Whole[]>`
    update stories set ${sql({ ...story, status: 'submitted', termsAgreedAt: new Date() } as never)}
    where id = ${id} and author_id = ${authorId} and published_at is null
    returning ${sql(wholeColumns)}`
  return changed
}

/** Resolves to whether there was anything to take back. */
export function deleteSubmission(id: string, authorId: string): Promise<boolean> {
  return transaction(async () => {
    // The publisher may be deleting it in this moment.
    await lockMarks({ alone: false })
    const { count } = await sql`
      delete from stories
      where id = ${id} and author_id = ${authorId} and published_at is null`
    return count > 0
  })
}

/** Where a story stands, as a column: what was published once is only taken down. */
export const storyState = () => sql`
  case when is_published then 'published' when published_at is not null then 'unpublished' else status end`

/**
 * Whoever deletes stories locks first what hangs on them, before any row: a like or an unlike holds its own row
 * and then waits for the story's, so that one who held the story's would wait for it in turn. `alone` keeps
 * everybody else from changing these tables until the transaction ends; it is needed where readers may like.
 */
export async function lockMarks({ alone }: { alone: boolean }) {
  await sql`
    lock table likes, story_ratings, story_shares, story_views
    in ${alone ? sql`share row exclusive` : sql`row exclusive`} mode`
}
