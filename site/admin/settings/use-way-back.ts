import { useSyncExternalStore } from 'react'
import { staffPaths } from '#contract/staff-paths.ts'

const steps = { label: 'Back to First steps', path: staffPaths.firstSteps }

/** The address says so: FirstSteps.island.tsx. */
export const isFromSteps = () => new URLSearchParams(location.search).has('first-steps')

/** Where the arrow of an editor leads: whoever came from the first steps goes back to them. */
export function useWayBack(usual: { label: string; path: string }) {
  const isThere = useSyncExternalStore(
    () => () => {},
    isFromSteps,
    () => false,
  )
  return isThere ? steps : usual
}
