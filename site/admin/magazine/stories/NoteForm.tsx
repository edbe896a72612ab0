import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import type { FieldErrors } from '#contract/api-error.ts'
import { ActionButton } from '#site/admin/ui/ActionButton.tsx'
import { outlineClass } from '#site/admin/ui/classes.ts'
import { NoteField } from '#site/admin/ui/NoteField.tsx'
import {
  decisionClass,
  decisionsClass,
  showServerErrors,
  useReportDirty,
  wrongNote,
} from './review-form.ts'
import { reviewLabels } from './story-labels.ts'

interface Props {
  /** What the note goes with. */
  move: 'returned' | 'declined'
  /** The story may still move so; it may have been moved elsewhere meanwhile. */
  isAllowed: boolean
  /** Where the note goes by mail; null for nowhere. */
  email: string | null
  onDirty(isDirty: boolean): void
  /** Resolves to what the server said of the note. */
  onSend(note: string): Promise<FieldErrors>
  onCancel(): void
}

/** The publisher's word to the contributor, written with the story in sight. */
export function NoteForm({ move, isAllowed, email, onDirty, onSend, onCancel }: Props) {
  const isNeeded = move === 'returned'
  const { register, handleSubmit, formState, setError, setFocus } = useForm({
    defaultValues: { note: '' },
  })
  const { errors, isDirty, isSubmitting } = formState
  useReportDirty(isDirty, onDirty)
  useEffect(() => setFocus('note'), [setFocus])

  return (
    <form
      className="grid gap-12"
      noValidate
      onSubmit={handleSubmit(async ({ note }) =>
        showServerErrors(await onSend(note), ['note'], setError, setFocus),
      )}
    >
      <NoteField
        id="note"
        label="Note to the contributor"
        need={isNeeded ? 'required' : 'optional'}
        error={errors.note?.message}
        hint={
          email
            ? `It goes by mail to ${email}, and stands on their account page.`
            : 'There is no account behind this story: nobody gets a mail.'
        }
        rows={4}
        required={isNeeded}
        className="max-h-[30vh]"
        {...register('note', { validate: (note) => wrongNote(note, isNeeded) })}
      />
      <div className={decisionsClass}>
        {isAllowed && (
          <ActionButton
            kind="submit"
            className={decisionClass}
            label={isNeeded ? 'Return story' : 'Decline story'}
            busy={reviewLabels.busy}
            isBusy={isSubmitting}
          />
        )}
        <button type="button" className={`${outlineClass} ${decisionClass}`} onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  )
}
