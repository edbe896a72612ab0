import { useEffect, useRef, useState } from 'react'
import { noteLength } from '#contract/form-limits.ts'
import { ActionButton } from '#site/ui/admin/ActionButton.tsx'
import { FieldNote } from '#site/ui/FieldNote.tsx'
import { wrongNote } from './review-form.ts'
import { reviewLabels } from './story-words.ts'

interface Props {
  /** What the note goes with. */
  move: 'returned' | 'declined'
  /** The story may still move so; it may have been moved elsewhere meanwhile. */
  isAllowed: boolean
  note: string
  /** Where the note goes by mail; null for nowhere. */
  email: string | null
  /** What the server said of the note. */
  told: string | undefined
  isBusy: boolean
  onNote(note: string): void
  onSend(): void
  onCancel(): void
}

/** The publisher's word to the contributor, written with the story in sight. */
export function NoteForm({
  move,
  isAllowed,
  note,
  email,
  told,
  isBusy,
  onNote,
  onSend,
  onCancel,
}: Props) {
  const isNeeded = move === 'returned'
  const field = useRef<HTMLTextAreaElement>(null)
  const [wrong, setWrong] = useState<string>()
  const error = wrong ?? told
  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    if (told) field.current?.focus()
  }, [told])

  return (
    <form
      className="review-note"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const problem = wrongNote(note, isNeeded)
        setWrong(problem)
        if (problem) field.current?.focus()
        else if (!isBusy) onSend()
      }}
    >
      <div className="form-field">
        <label htmlFor="note">
          Note to the contributor{' '}
          {isNeeded ? <b aria-hidden="true">*</b> : <small>(optional)</small>}
        </label>
        <div className="form-control">
          <textarea
            ref={field}
            id="note"
            className="field"
            rows={4}
            maxLength={noteLength}
            required={isNeeded}
            value={note}
            aria-invalid={error ? true : undefined}
            aria-describedby="note-note"
            onChange={(event) => {
              setWrong(undefined)
              onNote(event.target.value)
            }}
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
            isBusy={isBusy}
          />
        )}
        <button type="button" className="btn btn-outline" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  )
}
