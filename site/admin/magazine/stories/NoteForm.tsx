import { useEffect } from 'react'
import * as z from 'zod/mini'
import { ApiError, type FieldErrors } from '#contract/api-error.ts'
import { noteMissing } from '#contract/endpoints/magazine/stories.admin.ts'
import { ActionButton } from '#site/admin/ui/ActionButton.tsx'
import { outlineClass } from '#site/admin/ui/classes.ts'
import { NoteField } from '#site/admin/ui/NoteField.tsx'
import { useSubmit } from '#site/lib/use-submit.ts'
import { decisionClass, decisionsClass } from './decision-classes.ts'
import { reviewLabels } from './story-labels.ts'

/** Who gets a story back must know what to change. */
const schemas = {
  returned: z.object({
    note: z.string().check(z.refine((note: string) => note.trim() !== '', noteMissing)),
  }),
  declined: z.object({ note: z.string() }),
}

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
  const send = async ({ note }: { note: string }) => {
    const fields = await onSend(note)
    if (fields['note']) throw new ApiError(400, noteMissing, fields)
  }
  const form = useSubmit(schemas[move], send, { blank: { note: '' } })
  const { control, error } = form.field('note')
  const isDirty = form.isDirty()
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is told when it changes.
  useEffect(() => {
    onDirty(isDirty)
    return () => onDirty(false)
  }, [isDirty])
  useEffect(() => document.getElementById('note')?.focus(), [])

  return (
    <form className="grid gap-12" noValidate onSubmit={form.submit}>
      <NoteField
        id="note"
        label="Note to the contributor"
        need={isNeeded ? 'required' : 'optional'}
        error={error}
        hint={
          email
            ? `It goes by mail to ${email}, and stands on their account page.`
            : 'There is no account behind this story: nobody gets a mail.'
        }
        rows={4}
        required={isNeeded}
        className="max-h-[30vh]"
        {...control}
        disabled={false}
      />
      <div className={decisionsClass}>
        {isAllowed && (
          <ActionButton
            kind="submit"
            className={decisionClass}
            label={isNeeded ? 'Return story' : 'Decline story'}
            busy={reviewLabels.busy}
            isBusy={form.isBusy}
          />
        )}
        <button type="button" className={`${outlineClass} ${decisionClass}`} onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  )
}
