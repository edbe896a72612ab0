import { useCallback, useEffect, useRef, useState } from 'react'

/** Reference/gaps E12: loading that never ends offers to try again. */
const slowMs = 10_000

export interface Loading<T> {
  /** What was loaded last; it stays while something newer is on its way. */
  data: T | undefined
  isLoading: boolean
  /** Why there is nothing new; the sentence for the publisher is the page's own. */
  error: unknown
  /** It takes longer than anybody waits. */
  isSlow: boolean
  /** Asks again. */
  retry(): void
  /** Puts what is known already in the place of what was loaded. */
  put(change: (data: T) => T): void
}

/**
 * Loads what a page of the desk shows, and again whenever `key` changes. A late answer to an older key is dropped;
 * without a key it waits, as for the page's query.
 */
export function useLoad<T>(key: string | undefined, load: () => Promise<T>): Loading<T> {
  const [state, setState] = useState<Omit<Loading<T>, 'retry' | 'put'>>({
    data: undefined,
    isLoading: true,
    error: undefined,
    isSlow: false,
  })
  const [round, setRound] = useState(0)
  const latest = useRef(load)
  latest.current = load

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key and the round are why it loads again.
  useEffect(() => {
    if (key === undefined) return
    let isCurrent = true
    setState((before) => ({ ...before, isLoading: true, error: undefined, isSlow: false }))
    const slow = setTimeout(() => {
      if (isCurrent) setState((before) => ({ ...before, isSlow: before.isLoading }))
    }, slowMs)
    latest.current().then(
      (data) => isCurrent && setState({ data, isLoading: false, error: undefined, isSlow: false }),
      (error) => {
        console.warn(error)
        if (isCurrent) setState((before) => ({ ...before, isLoading: false, error, isSlow: false }))
      },
    )
    return () => {
      isCurrent = false
      clearTimeout(slow)
    }
  }, [key, round])

  const retry = useCallback(() => setRound((before) => before + 1), [])
  const put = useCallback(
    (change: (data: T) => T) =>
      setState((before) =>
        before.data === undefined ? before : { ...before, data: change(before.data) },
      ),
    [],
  )
  return { ...state, retry, put }
}
