import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'

interface Props {
  id: string
  error?: string | undefined
  hint?: ReactNode
}

/** What stands below a field: what is wrong with it, else what helps to fill it in. */
export function FieldNote({ id, error, hint }: Props) {
  if (error) {
    return (
      <p className="form-wrong" id={id}>
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
