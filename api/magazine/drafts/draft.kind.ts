import { storyUndo } from '#api/magazine/stories/undo-story.ts'
import type { ServedKind } from '#api/operations/served-kind.ts'
import { newsroom } from '#contract/roles.ts'
import { sql } from '#db/sql.ts'
import { bringBackDraft, deleteDraft } from './drafts.queries.ts'

export const draftKind = {
  /** The draft of a deleted story comes back with it. */
  deleted: {
    roles: newsroom,
    rows: (ownerId) => sql`
      select story_id as id, fields ->> 'title' as title, d.deleted_at, d.deleted_by, false as is_sold
      from story_drafts d
        join document_revisions on document = 'story' and document_id = story_id and number = head
      where d.deleted_at is not null
        and not exists (select from stories where id = story_id and stories.deleted_at is not null)
        ${ownerId ? sql`and owner_id = ${ownerId}` : sql``}`,
    restore: bringBackDraft,
    erase: deleteDraft,
  },
  undo: { draft: { ...storyUndo, roles: newsroom } },
} satisfies ServedKind
