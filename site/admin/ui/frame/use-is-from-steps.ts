import { useSyncExternalStore } from 'react'
import { isFromSteps } from '#site/admin/lib/addresses.ts'

/** Whether the page was opened from the first steps; the server, which renders it first, does not know. */
export const useIsFromSteps = () =>
  useSyncExternalStore(
    () => () => {},
    isFromSteps,
    () => false,
  )
