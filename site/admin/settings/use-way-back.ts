import { useSyncExternalStore } from 'react'
import { staffPaths } from '#contract/staff-paths.ts'
import { isFromSteps } from '#site/admin/lib/addresses.ts'

const steps = { label: 'Back to First steps', path: staffPaths.firstSteps }

/** Where the arrow of an editor leads: whoever came from the first steps goes back to them. */
export function useWayBack(usual: { label: string; path: string }) {
  const isThere = useSyncExternalStore(
    () => () => {},
    isFromSteps,
    () => false,
  )
  return isThere ? steps : usual
}
