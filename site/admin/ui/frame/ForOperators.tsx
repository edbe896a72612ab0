import type { ReactNode } from 'react'
import { summaryClass } from '../classes.ts'

/** What only somebody with a shell can do: variables and commands stand in no other text of a page. */
export function ForOperators({ children }: { children: ReactNode }) {
  return (
    <details>
      <summary className={summaryClass}>For whoever runs the server</summary>
      <p className="pb-12 [overflow-wrap:anywhere]">{children}</p>
    </details>
  )
}
