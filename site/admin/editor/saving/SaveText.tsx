import { useEffect, useState } from 'react'
import { formatAgo } from '#site/admin/lib/format.ts'
import type { SaveState } from './draft-saver.ts'

/** The state of saving, in as many words as fit beside a phone's buttons. */
export function SaveText({ state }: { state: SaveState }) {
  const [, setMinute] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setMinute((minute) => minute + 1), 60_000)
    return () => clearInterval(timer)
  }, [])
  switch (state.is) {
    case 'saved':
      // Nothing was typed yet, or nothing of it is on the server.
      return state.at ? `Saved ${formatAgo(state.at)}` : ''
    case 'changed':
    case 'saving':
      return 'Saving…'
    case 'waiting':
      return navigator.onLine ? 'Saved on this device' : 'Offline, saved on this device'
    case 'signedOut':
      return 'Signed out, saved on this device'
    case 'refused':
      return (
        <>
          Not saved<span className="sr-only">: {state.sentence}</span>
        </>
      )
    default:
      return 'Conflicting version'
  }
}
