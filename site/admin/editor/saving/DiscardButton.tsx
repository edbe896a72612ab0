import { useState } from 'react'
import { Button } from '#site/admin/ui/Button.tsx'
import { ConfirmDialog } from '#site/admin/ui/ConfirmDialog.tsx'
import { FieldNote } from '#site/ui/forms/FieldNote.tsx'
import type { DocumentEditor } from '../use-document-editor.ts'

interface Props {
  editor: DocumentEditor
  label: string
}

/**
 * Discards a new document, or the changes to an existing one, which its toast undoes. Words that the server does not have
 * cannot be brought back: then it asks. Hidden until a conflict is resolved.
 */
export function DiscardButton({ editor, label }: Props) {
  const [isAsking, setAsking] = useState(false)
  if (editor.saveState.is === 'conflict') return null
  return (
    <>
      <Button
        look="danger"
        className="w-fit"
        isBusy={editor.action === 'discard'}
        onClick={async () => setAsking((await editor.discard()) === 'unsaved')}
        label={label}
      />
      {isAsking && (
        <ConfirmDialog
          title="Discard these words for ever?"
          confirm="Discard"
          confirming="Discarding…"
          isBusy={editor.action === 'discard'}
          isDangerous
          onConfirm={async () => {
            if ((await editor.discard(true)) === 'done') setAsking(false)
          }}
          onClose={() => setAsking(false)}
        >
          <p>They are on this device alone. Nobody can bring them back.</p>
          <FieldNote error={editor.problem} role="alert" />
        </ConfirmDialog>
      )}
    </>
  )
}
