import '#site/ui/form.css'
import type { FormEvent } from 'react'
import { noteLength } from '#contract/form-limits.ts'
import { FieldNote } from '#site/ui/FieldNote.tsx'
import type { AdminRequest } from './request-labels.ts'

interface Props {
  request: AdminRequest
  /** The note as it is being written; undefined while it is the saved one. */
  typed: string | undefined
  isBusy: boolean
  problem: string | undefined
  onType(text?: string): void
  onSave(note: string): void
}

/** The publisher's own note on a request. What is typed outlives the page (use-typed-text.ts), so it is no form's state. */
export function RequestNote({ request, typed, isBusy, problem, onType, onSave }: Props) {
  const saved = request.note ?? ''
  const fieldId = `${request.id}-note`
  const isMeanwhile = problem !== undefined && saved !== typed
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (typed !== undefined) onSave(typed)
  }
  return (
    <form className="request-note" onSubmit={save}>
      <div className="form-field">
        <label htmlFor={fieldId}>Your note</label>
        <div className="form-control">
          <textarea
            id={fieldId}
            className="field"
            rows={3}
            maxLength={noteLength}
            value={typed ?? saved}
            aria-describedby={`${fieldId}-hint`}
            readOnly={isBusy}
            onChange={({ target }) => onType(target.value === saved ? undefined : target.value)}
          />
        </div>
        <FieldNote id={`${fieldId}-hint`} hint="Nobody else ever reads it." />
      </div>
      {problem && (
        <div role="alert">
          <FieldNote
            id={`${fieldId}-problem`}
            error={
              isMeanwhile ? `${problem} Saved there: ${saved ? `“${saved}”` : 'no note'}.` : problem
            }
          />
        </div>
      )}
      <div className="desk-actions">
        <button
          type="submit"
          className="btn btn-outline"
          aria-busy={isBusy || undefined}
          aria-disabled={typed === undefined || undefined}
        >
          {isBusy ? 'Saving...' : 'Save note'}
        </button>
      </div>
    </form>
  )
}
