import type { ReactNode } from 'react'
import { Icon } from '../icons/Icon.tsx'
import { errorClass } from './form-classes.ts'

interface Props {
  id?: string
  error?: string | undefined
  hint?: ReactNode
  role?: 'alert'
}

/** Says below a field, or above a button, the error, else the hint. */
export function FieldNote({ id, error, hint, role }: Props) {
  if (error) {
    return (
      <p className={errorClass} id={id} data-error="" role={role}>
        <Icon name="alert" size={18} />
        <span>{error}</span>
      </p>
    )
  }
  return hint ? (
    <p className="text-14/150 text-ink-2" id={id} data-hint="">
      {hint}
    </p>
  ) : null
}
