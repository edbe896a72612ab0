import { useEffect, useRef } from 'react'

/** Puts work off while a finger or a mouse button is down: a message that appears would push the button away. */
export function useAfterRelease() {
  const isDown = useRef(false)
  useEffect(() => {
    const stop = new AbortController()
    const track = (event: Event) => {
      isDown.current = event.type === 'pointerdown'
    }
    for (const name of ['pointerdown', 'pointerup', 'pointercancel']) {
      addEventListener(name, track, { capture: true, signal: stop.signal })
    }
    return () => stop.abort()
  }, [])

  return (work: () => void) => {
    if (!isDown.current) return work()
    const stop = new AbortController()
    // After the click that follows the release.
    const later = () => {
      stop.abort()
      setTimeout(work)
    }
    for (const end of ['pointerup', 'pointercancel']) {
      addEventListener(end, later, { signal: stop.signal })
    }
  }
}
