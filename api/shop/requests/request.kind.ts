import type { ServedKind, Waiting } from '#api/operations/served-kind.ts'
import { shop } from '#contract/roles.ts'
import { replyDueOn } from './business-days.ts'
import { oldestOpenRequest, requestUndo } from './requests.queries.ts'
import { undoRequest } from './undo-request.ts'

const open: Waiting<{ createdAt: string }> = {
  rows: oldestOpenRequest,
  factsOf: ({ createdAt }) => ({ dueOn: replyDueOn(createdAt) }),
}

export const requestKind = {
  waiting: { publishingRequests: open },
  undo: { request: { snapshot: requestUndo.snapshot, undo: undoRequest, roles: shop } },
} satisfies ServedKind
