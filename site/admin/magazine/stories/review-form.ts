import { useEffect } from 'react'
import type { FieldValues, Path, UseFormSetError, UseFormSetFocus } from 'react-hook-form'
import type { FieldErrors } from '#contract/api-error.ts'
import { noteMissing } from '#contract/endpoints/magazine/stories.admin.ts'
import { actionsClass } from '#site/admin/ui/classes.ts'

/** Buttons of which three fit beside each other on a phone. */
export const decisionsClass = `${actionsClass} max-sm:gap-6`
export const decisionClass = 'max-sm:flex-auto max-sm:px-8 max-sm:text-14'

/** What is wrong with a note, if anything: who gets a story back must know what to change. */
export function wrongNote(note: string, isNeeded: boolean): string | undefined {
  return isNeeded && note.trim() === '' ? noteMissing : undefined
}

/** Writes what the server said beside the fields; the first of them takes the focus. */
export function showServerErrors<Values extends FieldValues>(
  errors: FieldErrors,
  names: readonly Path<Values>[],
  setError: UseFormSetError<Values>,
  setFocus: UseFormSetFocus<Values>,
) {
  const wrong = names.filter((name) => errors[name]?.[0])
  for (const name of wrong) setError(name, { message: errors[name]?.[0] ?? '' })
  if (wrong[0]) setFocus(wrong[0])
}

/** Tells whether something is typed and not saved, until the form is closed. */
export function useReportDirty(isDirty: boolean, onDirty: (isDirty: boolean) => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is told when it changes.
  useEffect(() => {
    onDirty(isDirty)
    return () => onDirty(false)
  }, [isDirty])
}
