import {
  type StoryRow,
  storyState,
  summaryColumns,
  type WholeStory,
  wholeColumns,
} from '#api/magazine/stories/stories.queries.ts'
import type { StoryState } from '#contract/states.ts'
import { type Row, sql } from '#db/sql.ts'

export type SentStory = Row<
  'stories',
  | ('title' | 'summary' | 'category' | 'authorName' | 'authorRole' | 'authorImageUrl' | 'content')
  | ('imageUrl' | 'videoUrl' | 'readTimeMinutes')
>

/** Whether the contributor still has an account, which then stays until the transaction ends. */
export async function lockAuthor(readerId: string): Promise<boolean> {
  const [reader] = await sql`select 1 from readers where id = ${readerId} for key share`
  return reader !== undefined
}

/** Latest first. */
export function listSubmissions(authorId: string) {
  return sql<
    (StoryRow &
      Row<'stories', 'content' | 'reviewNote'> & {
        state: StoryState
        edit: Row<'story_drafts'>['consent']
      })[]
  >`
    select ${sql([...summaryColumns, 'content', 'reviewNote'])}, ${storyState()} as state,
      (select consent from story_drafts where story_id = stories.id) as edit
    from stories where author_id = ${authorId}
    order by created_at desc, id`
}

export async function findSubmission(id: string, authorId: string) {
  const [story] = await sql<(WholeStory & Row<'stories', 'reviewNote'> & { state: StoryState })[]>`
    select ${sql([...wholeColumns, 'reviewNote'])}, ${storyState()} as state
    from stories where id = ${id} and author_id = ${authorId}`
  return story
}

export async function isEmailProven(readerId: string): Promise<boolean> {
  const [reader] = await sql`
    select 1 from readers where id = ${readerId} and email_proven_at is not null`
  return reader !== undefined
}
