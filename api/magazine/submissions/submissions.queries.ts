import {
  type StoryRow,
  storyState,
  summaryColumns,
  type WholeStory,
  wholeColumns,
} from '#api/magazine/stories/stories.queries.ts'
import type { StoryState } from '#contract/states.ts'
import { first, hasRows, type Row, sql } from '#db/sql.ts'

/** Whether the contributor still has an account; then it cannot be deleted until the transaction ends. */
export function lockAuthor(readerId: string): Promise<boolean> {
  return hasRows(sql`select 1 from readers where id = ${readerId} for key share`)
}

/** Latest first; on request with those that staff have deleted. */
export function listSubmissions(authorId: string, { withDeleted = false } = {}) {
  return sql<
    (StoryRow &
      Row<'stories', 'content' | 'reviewNote'> & {
        state: StoryState
        edit: Row<'story_drafts'>['consent']
      })[]
  >`
    select ${sql(summaryColumns)}, content, review_note, ${storyState()} as state,
      (select consent from story_drafts where story_id = stories.id) as edit
    from stories where author_id = ${authorId} ${withDeleted ? sql`` : sql`and deleted_at is null`}
    order by created_at desc, id`
}

export function findSubmission(id: string, authorId: string) {
  return first(sql<(WholeStory & Row<'stories', 'reviewNote'> & { state: StoryState })[]>`
    select ${sql(wholeColumns)}, review_note, ${storyState()} as state
    from stories where id = ${id} and author_id = ${authorId} and deleted_at is null`)
}
