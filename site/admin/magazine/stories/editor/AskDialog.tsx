import * as z from 'zod/mini'
import { noteLength } from '#contract/form-limits.ts'
import { lengthText } from '#site/admin/editor/text/LengthHint.tsx'
import { ConfirmDialog } from '#site/admin/ui/ConfirmDialog.tsx'
import { useSubmit } from '#site/lib/forms/use-submit.ts'
import { Field } from '#site/ui/forms/Field.tsx'
import type { Editor } from './use-story-editor.ts'

const schema = z.object({
  note: z
    .string()
    .check(z.maxLength(noteLength, `The note must be at most ${noteLength} characters`)),
})

/** Asks whether the contributor must agree before their edited story is published. */
export function AskDialog({ editor, onClose }: { editor: Editor; onClose(): void }) {
  const { submit, field } = useSubmit(schema, ({ note }) => editor.ask(note), { onSent: onClose })
  return (
    <ConfirmDialog
      title="Ask for approval"
      confirm="Ask"
      confirming="Asking…"
      isBusy={editor.action === 'ask'}
      isMailed
      onConfirm={submit}
      onClose={onClose}
    >
      <p>
        The contributor gets a mail, sees what you changed, and agrees or answers. Until then the
        story is not published.
      </p>
      <Field
        {...field('note')}
        id="ask-note"
        label="A word to the contributor"
        kind="textarea"
        rows={3}
        isOptional
        hint={lengthText(0, noteLength)}
      />
    </ConfirmDialog>
  )
}
