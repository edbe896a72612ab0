import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'

interface Props {
  id?: string
  error?: string | undefined
  hint?: ReactNode
  role?: 'alert'
}

/** What stands below a field, or above a button: what is wrong, else what helps to fill it in. */
export function FieldNote({ id, error, hint, role }: Props) {
  if (error) {
    return (
      <p className="form-wrong" id={id} role={role}>
        <Icon name="alert" size={18} />
        <span>{error}</span>
      </p>
    )
  }
  return hint ? (
    <p className="form-hint" id={id}>
      {hint}
    </p>
  ) : null
}
