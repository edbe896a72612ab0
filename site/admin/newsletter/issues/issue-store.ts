import type { OutputOf } from '#contract/endpoints/contract.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import type { DocumentStore } from '#site/admin/editor/saving/document-store.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { callUnlessGone } from '#site/admin/lib/undo.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'

export type IssueDraft = OutputOf<'GET /admin/letters/:id/draft'>
export type IssueFields = IssueDraft['fields']

export const issueStore: DocumentStore<IssueFields> = {
  send: (save) => adminCall('PUT /admin/letters/:id/draft', save),
  remove: (id, number) => callUnlessGone('DELETE /admin/letters/:id/draft', { id, number }),
  discarded: adminMessages.issueDiscarded,
  copyKey: 'ascend.admin-letter.',
  listPath: staffPaths.issues,
  newPath: staffPaths.newIssue,
  editPath: staffPaths.editIssue,
  titleOf: ({ subject }) => subject,
}
