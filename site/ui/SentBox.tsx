import './form.css'
import type { ReactNode } from 'react'

/** Stands above an empty form once the last one was sent; it takes the focus. */
export function SentBox({ children }: { children: ReactNode }) {
  return (
    <div className="form-sent" id="sent" tabIndex={-1}>
      {children}
    </div>
  )
}
