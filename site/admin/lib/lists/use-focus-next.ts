import { useEffect, useState } from 'react'

/** Focuses the element with an id once it is drawn, and not before `isReady`: a disabled one takes no focus. */
export function useFocusNext(isReady = true): (id: string | undefined) => void {
  const [next, setNext] = useState<string>()
  useEffect(() => {
    if (!next || !isReady) return
    document.getElementById(next)?.focus()
    setNext(undefined)
  }, [next, isReady])
  return setNext
}
