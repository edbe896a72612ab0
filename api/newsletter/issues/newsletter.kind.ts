import type { ServedKind } from '#api/operations/served-kind.ts'
import { editors } from '#contract/roles.ts'
import { sql } from '#db/sql.ts'
import { bringBackIssue, eraseIssue } from './issue-drafts.queries.ts'
import { issueUndo, oldestOverdue, oldestPaused } from './issues.queries.ts'

export const newsletterKind = {
  waiting: {
    newslettersOverdue: { rows: oldestOverdue },
    newslettersPaused: { rows: oldestPaused },
  },
  deleted: {
    roles: editors,
    rows: () => sql`
      select id, subject as title, deleted_at, deleted_by, false as is_sold
      from letters where deleted_at is not null`,
    restore: bringBackIssue,
    erase: eraseIssue,
  },
  undo: { issue: { ...issueUndo, roles: editors } },
} satisfies ServedKind
