import type { ReactNode } from 'react'
import { boxClass } from './form-classes.ts'

/** Stands above an empty form once the last one was sent; it takes the focus. */
export function SentBox({ children }: { children: ReactNode }) {
  return (
    <div className={`${boxClass} border-ok bg-sunk`} id="sent" tabIndex={-1}>
      {children}
    </div>
  )
}
