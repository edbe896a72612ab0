import { useForm } from 'react-hook-form'
import { noteLength } from '#contract/form-limits.ts'
import { lengthText } from '#site/admin/editor/LengthHint.tsx'
import { ConfirmDialog } from '#site/admin/ui/ConfirmDialog.tsx'
import { Field } from '#site/ui/Field.tsx'
import type { Editor } from './use-story-editor.ts'

/** Asks whether the contributor must agree before their edited story is published. */
export function AskDialog({ editor, onClose }: { editor: Editor; onClose(): void }) {
  const { register, getValues } = useForm({ defaultValues: { note: '' } })
  const { name: _, ...control } = register('note', { maxLength: noteLength })
  return (
    <ConfirmDialog
      title="Please look at our edit"
      confirm="Ask"
      confirming="Asking…"
      isBusy={editor.action === 'ask'}
      onConfirm={async () => {
        await editor.ask(getValues('note'))
        onClose()
      }}
      onClose={onClose}
    >
      <p>
        The contributor gets a mail, sees what you changed, and agrees or answers. Until then the
        story is not published.
      </p>
      <Field
        name="note"
        id="ask-note"
        label="A word to the contributor"
        kind="textarea"
        rows={3}
        isOptional
        hint={lengthText(0, noteLength)}
        control={control}
      />
    </ConfirmDialog>
  )
}
