import { staffPaths } from '#contract/staff-paths.ts'
import { useIsFromSteps } from '#site/admin/ui/frame/use-is-from-steps.ts'

const steps = { label: 'Back to First steps', path: staffPaths.firstSteps }

/** Where the arrow of an editor leads: whoever came from the first steps goes back to them. */
export function useWayBack(usual: { label: string; path: string }) {
  return useIsFromSteps() ? steps : usual
}
