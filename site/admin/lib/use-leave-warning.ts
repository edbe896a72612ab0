import { useEffect } from 'react'
import { isLeavingAdmin } from './call.ts'

/**
 * While something is typed and not saved, the browser asks before the page goes (specification 7.4). What the form
 * keeps on the device (`isKept`) is there again after signing in: then nothing is asked on the way to the login.
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
