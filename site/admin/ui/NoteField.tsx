import type { ComponentProps } from 'react'
import { noteLength } from '#contract/form-limits.ts'
import { FieldNote } from '#site/ui/forms/FieldNote.tsx'
import {
  controlClass,
  fieldClass,
  labelClass,
  optionalClass,
  textareaClass,
} from '#site/ui/forms/form-classes.ts'

interface Props extends ComponentProps<'textarea'> {
  id: string
  label: string
  /** Whether the label marks it as optional; without it the label has no mark. */
  need?: 'required' | 'optional' | undefined
  error?: string | undefined
  hint: string
}

export function NoteField({ id, label, need, error, hint, className = '', ...area }: Props) {
  return (
    <div className={fieldClass}>
      <label htmlFor={id} className={labelClass}>
        {label}
        {need === 'required' && (
          <>
            {' '}
            <b aria-hidden="true" className="text-danger">
              *
            </b>
          </>
        )}
        {need === 'optional' && (
          <>
            {' '}
            <small className={optionalClass}>(optional)</small>
          </>
        )}
      </label>
      <textarea
        id={id}
        className={`${controlClass} ${textareaClass} ${className}`}
        maxLength={noteLength}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-note`}
        {...area}
      />
      <FieldNote id={`${id}-note`} error={error} hint={hint} />
    </div>
  )
}
