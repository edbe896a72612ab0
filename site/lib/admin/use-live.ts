import { useEffect, useRef, useState } from 'react'
import { adminCall } from './call.ts'

/** How far a change has come on its way to the readers' static pages. */
export type LiveState = 'waiting' | 'live' | 'failed'

const everyMs = 1000

/**
 * After something was published: waits until the pages that are being served really hold it. `watch()` is to be
 * called once the server has answered the change.
 */
export function useLive(): { state: LiveState | undefined; watch(): void } {
  const [state, setState] = useState<LiveState>()
  const [round, setRound] = useState(0)
  const wanted = useRef<number | undefined>(undefined)

  useEffect(() => {
    if (round === 0) return
    let timer: ReturnType<typeof setTimeout>
    let isOver = false
    const look = async () => {
      try {
        const { wantedVersion, liveVersion, last } = await adminCall('GET /admin/site-build', {})
        if (isOver) return
        wanted.current ??= wantedVersion
        if (liveVersion !== null && liveVersion >= wanted.current) return setState('live')
        setState(last?.error && last.version >= wanted.current ? 'failed' : 'waiting')
      } catch (error) {
        // The network may be back at the next look.
        console.warn(error)
      }
      if (!isOver) timer = setTimeout(look, everyMs)
    }
    void look()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [round])

  const watch = () => {
    wanted.current = undefined
    setState('waiting')
    setRound((before) => before + 1)
  }
  return { state, watch }
}
