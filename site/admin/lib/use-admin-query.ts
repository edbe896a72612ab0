import { hashKey, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'

/** Loading that never ends offers to try again (specification 7.4). */
const slowMs = 10_000

interface Options<T> {
  queryKey: QueryKey
  queryFn(): Promise<T>
  enabled?: boolean
  /** Loaded again when it is older, in a hidden tab too, or as soon as somebody looks at it again. */
  freshMs?: number
}

export interface AdminQuery<T> {
  /** What was loaded last, also while something newer is loading or could not be loaded. */
  data: T | undefined
  isLoading: boolean
  error: Error | undefined
  /** It takes longer than anybody waits. */
  isSlow: boolean
  /** Loads again, also while an answer is pending. */
  retry(): void
}

/** A query as the admin pages show it; the first drawing is the server's, whatever has been loaded by then. */
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
    // A request that is pending would be waited for, not repeated.
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
