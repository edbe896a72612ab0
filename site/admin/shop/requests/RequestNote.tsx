import type { FormEvent } from 'react'
import { actionsClass, outlineClass } from '#site/admin/ui/classes.ts'
import { NoteField } from '#site/admin/ui/NoteField.tsx'
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

/** The publisher's own note on a request. What is typed outlives the page (typed-text.ts), so it is no form's state. */
export function RequestNote({ request, typed, isBusy, problem, onType, onSave }: Props) {
  const saved = request.note ?? ''
  const fieldId = `${request.id}-note`
  const isMeanwhile = problem !== undefined && saved !== typed
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (typed !== undefined) onSave(typed)
  }
  return (
    <form className="grid max-w-[640px] gap-10" onSubmit={save}>
      <NoteField
        id={fieldId}
        label="Your note"
        hint="Only you can see it."
        rows={3}
        value={typed ?? saved}
        readOnly={isBusy}
        onChange={({ target }) => onType(target.value === saved ? undefined : target.value)}
      />
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
      <div className={actionsClass}>
        <button
          type="submit"
          className={`${outlineClass} aria-disabled:cursor-default aria-disabled:opacity-55`}
          aria-busy={isBusy || undefined}
          aria-disabled={typed === undefined || undefined}
        >
          {isBusy ? 'Saving...' : 'Save note'}
        </button>
      </div>
    </form>
  )
}
