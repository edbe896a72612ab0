import { useRef } from 'react'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { useDocumentEditor } from '#site/admin/editor/use-document-editor.ts'
import type { DocumentStore } from '#site/admin/editor/use-saved-form.ts'
import { adminPaths } from '#site/admin/lib/admin-paths.ts'
import { adminCall } from '#site/admin/lib/call.ts'

export type IssueDraft = OutputOf<'GET /admin/letters/:id/draft'>
export type IssueFields = IssueDraft['fields']

export const issueStore: DocumentStore<IssueFields> = {
  send: (save) => adminCall('PUT /admin/letters/:id/draft', save),
  remove: (id, number) => adminCall('DELETE /admin/letters/:id/draft', { id, number }),
  copyKey: 'ascend.admin-letter.',
  listPath: adminPaths.letters,
  newPath: adminPaths.newIssue,
  editPath: adminPaths.editIssue,
}

interface Options {
  issue: IssueDraft
  /** Shows the server's version. */
  onReload(): void
}

/** The fields of an issue, their saving, and the actions that wait for it. */
export function useIssueEditor({ issue, onReload }: Options) {
  const insert = useRef<(markdown: string) => void>(undefined)
  const { id, number: head, savedAt, fields } = issue
  const editor = useDocumentEditor({
    store: issueStore,
    ...{ id, head, savedAt, fields },
    isLoaded: true,
    isNew: head === 0,
    onReload,
  })
  return { ...editor, insert }
}

export type IssueEditing = ReturnType<typeof useIssueEditor>
