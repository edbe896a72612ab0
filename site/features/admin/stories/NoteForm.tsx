import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import type { FieldErrors } from '#contract/api-error.ts'
import { noteLength } from '#contract/form-limits.ts'
import { ActionButton } from '#site/ui/admin/ActionButton.tsx'
import { FieldNote } from '#site/ui/FieldNote.tsx'
import { showServerErrors, useReportDirty, wrongNote } from './review-form.ts'
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
  const error = errors.note?.message
  useReportDirty(isDirty, onDirty)
  useEffect(() => setFocus('note'), [setFocus])

  return (
    <form
      className="review-note"
      noValidate
      onSubmit={handleSubmit(async ({ note }) =>
        showServerErrors(await onSend(note), ['note'], setError, setFocus),
      )}
    >
      <div className="form-field">
        <label htmlFor="note">
          Note to the contributor{' '}
          {isNeeded ? <b aria-hidden="true">*</b> : <small>(optional)</small>}
        </label>
        <div className="form-control">
          <textarea
            id="note"
            className="field"
            rows={4}
            maxLength={noteLength}
            required={isNeeded}
            aria-invalid={error ? true : undefined}
            aria-describedby="note-note"
            {...register('note', { validate: (note) => wrongNote(note, isNeeded) })}
          />
        </div>
        <FieldNote
          id="note-note"
          error={error}
          hint={
            email
              ? `It goes by mail to ${email}, and stands on their account page.`
              : 'There is no account behind this story: nobody gets a mail.'
          }
        />
      </div>
      <div className="desk-actions">
        {isAllowed && (
          <ActionButton
            kind="submit"
            label={isNeeded ? 'Return story' : 'Decline story'}
            busy={reviewLabels.busy}
            isBusy={isSubmitting}
          />
        )}
        <button type="button" className="btn btn-outline" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  )
}
