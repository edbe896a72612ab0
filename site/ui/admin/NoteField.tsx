import '#site/ui/form.css'
import type { ComponentProps } from 'react'
import { noteLength } from '#contract/form-limits.ts'
import { FieldNote } from '#site/ui/FieldNote.tsx'

interface Props extends ComponentProps<'textarea'> {
  id: string
  label: string
  /** Says whether it may stay empty; without it nothing is said of that. */
  need?: 'required' | 'optional' | undefined
  error?: string | undefined
  hint: string
}

/** A few lines that the publisher writes. */
export function NoteField({ id, label, need, error, hint, className = '', ...area }: Props) {
  return (
    <div className="grid min-w-0 content-start gap-6">
      <label htmlFor={id} className="justify-self-start text-15/150 font-semibold">
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
            <small className="text-15 font-normal text-ink-2">(optional)</small>
          </>
        )}
      </label>
      <textarea
        id={id}
        className={`field resize-y scroll-mt-116 py-10 leading-150 text-ink ${error ? 'border-2 border-danger bg-danger-bg px-[13.5px]' : ''} ${className}`}
        maxLength={noteLength}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-note`}
        {...area}
      />
      <FieldNote id={`${id}-note`} error={error} hint={hint} />
    </div>
  )
}
