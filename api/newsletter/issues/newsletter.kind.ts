import type { DeletedThing } from '#api/operations/deleted/deleted-thing.ts'
import { editors } from '#contract/roles.ts'
import { sql } from '#db/sql.ts'
import { bringBackIssue, eraseIssue } from './issue-drafts.queries.ts'

export const deletedIssue: DeletedThing = {
  roles: editors,
  rows: () => sql`
    select id, subject as title, deleted_at, deleted_by, false as is_sold
    from letters where deleted_at is not null`,
  restore: bringBackIssue,
  erase: eraseIssue,
}
