import './form.css'
import type { ReactNode } from 'react'

interface Props {
  children: ReactNode
  role?: 'status'
  onDiscard(): void
}

/** Says that what was typed before is back, with a way to begin again. */
export function RestoredDraft({ children, role, onDiscard }: Props) {
  return (
    <p className="form-restored" role={role}>
      {children}
      <button type="button" className="btn-text" onClick={onDiscard}>
        <span>Discard</span>
      </button>
    </p>
  )
}
