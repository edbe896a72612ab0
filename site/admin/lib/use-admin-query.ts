import { hashKey, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'

/** When a pending request offers a retry (specification 7.4). */
const slowMs = 10_000

interface Options<T> {
  queryKey: QueryKey
  queryFn(): Promise<T>
  enabled?: boolean
  /** Loaded again when it is older, in a hidden tab too, or when the tab is shown again. */
  freshMs?: number
}

export interface AdminQuery<T> {
  /** The last data, also while newer data is loading or failed to load. */
  data: T | undefined
  isLoading: boolean
  error: Error | undefined
  /** The request takes longer than anybody waits. */
  isSlow: boolean
  /** Loads again, also while a request is pending. */
  retry(): void
}

/** A query of an admin page; the first render is the server's, whatever has been loaded by then. */
export function useAdminQuery<T>(options: Options<T>): AdminQuery<T> {
  const client = useQueryClient()
  const isHydrated = useSyncExternalStore(subscribeToNothing, () => true, isServer)
  const { freshMs, ...asked } = options
  const { data, error, isPending, isFetching } = useQuery({
    ...asked,
    ...(freshMs && {
      staleTime: freshMs,
      refetchInterval: freshMs,
      refetchIntervalInBackground: true,
      refetchOnWindowFocus: true,
    }),
  })
  const [last, setLast] = useState(data)
  if (data !== undefined && data !== last) setLast(data)
  const isLoading = isPending || isFetching || !isHydrated
  const [isSlow, setSlow] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const hash = hashKey(options.queryKey)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each request has its own clock.
  useEffect(() => {
    if (!isLoading) return
    const timer = setTimeout(() => setSlow(true), slowMs)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isLoading, hash, attempt])

  const retry = async () => {
    setAttempt((before) => before + 1)
    const only = { queryKey: options.queryKey, exact: true }
    // A pending request would be awaited, not repeated.
    await client.cancelQueries(only)
    await client.refetchQueries(only)
  }
  return {
    data: isHydrated ? (data === undefined ? last : data) : undefined,
    isLoading,
    error: isLoading ? undefined : (error ?? undefined),
    isSlow,
    retry,
  }
}

const subscribeToNothing = () => () => {}
const isServer = () => false
