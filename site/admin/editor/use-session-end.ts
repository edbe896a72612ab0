import { useCallback, useEffect, useState } from 'react'
import { staysWhenSessionEnds } from '#site/admin/lib/call.ts'
import { queryClient } from '#site/admin/lib/query-client.ts'
import { whenSignedInElsewhere } from '#site/admin/lib/token.ts'

/** A session that ends leads nobody away from what they write: they sign in again in place. */
export function useSessionEnd(wake: () => void) {
  const [isSignedOut, setSignedOut] = useState(false)
  const signedIn = useCallback(() => {
    setSignedOut(false)
    wake()
    // What was refused meanwhile, such as a list beside the text.
    void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
  }, [wake])
  useEffect(() => staysWhenSessionEnds(() => setSignedOut(true)), [])
  useEffect(() => whenSignedInElsewhere(signedIn), [signedIn])
  return { isSignedOut, signedIn }
}
