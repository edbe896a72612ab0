import type { RefObject } from 'react'
import { ErrorSummary } from '#site/ui/forms/ErrorSummary.tsx'

interface Props {
  problem: string | undefined
  summary?: RefObject<HTMLDivElement | null>
}

/** Says above a small form why it was not accepted, where no field is to blame. */
export function FormProblem({ problem, summary }: Props) {
  return (
    <div ref={summary} role="alert" className="empty:hidden">
      {problem && (
        <ErrorSummary fields={[]}>
          <p>{problem}</p>
        </ErrorSummary>
      )}
    </div>
  )
}
