import { useEffect } from 'react'
import { isLeavingAdmin } from './call.ts'

/**
 * While there is unsaved text, the browser asks before the page unloads (specification 7.4). A form that
 * stores its draft on the device (`isKept`) restores it after signing in: then no warning precedes the login.
 */
export function useLeaveWarning(isDirty: boolean, isKept = false) {
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => {
      if (!(isKept && isLeavingAdmin())) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isDirty, isKept])
}
