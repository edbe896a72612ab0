import type { ReactNode } from 'react'
import { boxClass } from './form-classes.ts'

/** Confirms above the empty form that the last one was sent; takes the focus. */
export function SentBox({ children }: { children: ReactNode }) {
  return (
    <div className={`${boxClass} border-ok bg-sunk`} id="sent" tabIndex={-1}>
      {children}
    </div>
  )
}
