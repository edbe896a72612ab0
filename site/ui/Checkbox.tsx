import './form.css'
import type { ReactNode } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { FieldNote } from './FieldNote.tsx'

interface Props {
  name: string
  /** The label; it may hold links. */
  children: ReactNode
  error?: string | undefined
  isChecked?: boolean
  control?: Omit<UseFormRegisterReturn, 'name'>
}

/** A box to tick before a form may be sent. */
export function Checkbox({ name, children, error, isChecked, control }: Props) {
  const noteId = `${name}-note`
  return (
    <div className="form-field form-check">
      <label htmlFor={name}>
        <input
          type="checkbox"
          id={name}
          name={name}
          required
          defaultChecked={isChecked}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? noteId : undefined}
          {...control}
        />
        <span>{children}</span>
      </label>
      <FieldNote id={noteId} error={error} />
    </div>
  )
}
