import { useRef } from 'react'
import { useDocumentEditor } from '#site/admin/editor/use-document-editor.ts'
import { type IssueDraft, issueStore } from './issue-store.ts'

interface Options {
  issue: IssueDraft
  onReload(): void
}

/** The fields of an issue, their saving, and the actions that wait for it. */
export function useIssueEditor({ issue, onReload }: Options) {
  const insert = useRef<(markdown: string) => void>(undefined)
  const { id, number: head, savedAt, fields } = issue
  const editor = useDocumentEditor({
    store: issueStore,
    id,
    head,
    savedAt,
    fields,
    isLoaded: true,
    isNew: head === 0,
    onReload,
  })
  return { ...editor, insert }
}

export type IssueEditing = ReturnType<typeof useIssueEditor>
