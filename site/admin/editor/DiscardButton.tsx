import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '#site/admin/ui/ConfirmDialog.tsx'
import { dangerClass } from '#site/admin/ui/classes.ts'
import { FieldNote } from '#site/ui/FieldNote.tsx'
import type { DocumentEditor } from './use-document-editor.ts'

interface Props {
  editor: DocumentEditor
  label: string
  title: string
  /** The name of what is deleted. */
  children: ReactNode
}

/** Discards a new document, or the changes to an existing one. Hidden until a conflict is resolved. */
export function DiscardButton({ editor, label, title, children }: Props) {
  const [isAsking, setAsking] = useState(false)
  if (editor.saveState.is === 'conflict') return null
  return (
    <>
      <button type="button" className={`${dangerClass} w-fit`} onClick={() => setAsking(true)}>
        {label}
      </button>
      {isAsking && (
        <ConfirmDialog
          title={title}
          confirm="Discard"
          confirming="Discarding…"
          isBusy={editor.action === 'discard'}
          isDangerous
          onConfirm={async () => {
            if (await editor.discard()) setAsking(false)
          }}
          onClose={() => setAsking(false)}
        >
          <p>{children}</p>
          <FieldNote error={editor.problem} role="alert" />
        </ConfirmDialog>
      )}
    </>
  )
}
