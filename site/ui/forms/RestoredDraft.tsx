import type { ReactNode } from 'react'

interface Props {
  children: ReactNode
  role?: 'status'
  onDiscard(): void
}

const restoredClass =
  'flex scroll-mt-96 flex-wrap items-center justify-between gap-x-20 border-l-6 border-line-2 ' +
  'bg-sunk px-16 py-4 text-15'

/** Says that a draft was restored, with a button to start again. */
export function RestoredDraft({ children, role, onDiscard }: Props) {
  return (
    <p className={restoredClass} role={role}>
      {children}
      <button type="button" className="btn-text" onClick={onDiscard}>
        <span>Discard</span>
      </button>
    </p>
  )
}
