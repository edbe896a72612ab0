import { hashKey, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { ApiError } from '#contract/api-error.ts'
import type { InputOf, OutputOf } from '#contract/endpoints/contract.ts'
import type { Callable } from '#site/lib/call.ts'
import { adminCall } from './call.ts'
import { keepLastList, lastList } from './lists/last-lists.ts'

/** When a pending request offers a retry (specification 7.4). */
const slowMs = 10_000

interface Options<T> {
  queryKey: QueryKey
  queryFn(): Promise<T>
  enabled?: boolean
  /** It is loaded again when it is older, in a hidden tab too, or when the tab is shown again. */
  freshMs?: number | undefined
  /** Its data is kept on the device under this name, for when the server cannot be reached. */
  keptAs?: string | undefined
}

export interface AdminQuery<T> {
  /** The last data, also while newer data is loading or failed to load. */
  data: T | undefined
  /** The data is that of the device, and so old; the server cannot be reached. */
  keptAt?: string | undefined
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
  const { freshMs, keptAs, ...asked } = options
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
  useEffect(() => {
    if (keptAs && data !== undefined && !error && !isFetching) keepLastList(keptAs, data)
  }, [keptAs, data, error, isFetching])
  const kept = useMemo(
    () =>
      keptAs && data === undefined && error && isUnreachable(error)
        ? lastList<T>(keptAs)
        : undefined,
    [keptAs, data, error],
  )
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
    data: isHydrated ? (data ?? kept?.data ?? last) : undefined,
    keptAt: kept?.at,
    isLoading,
    error: isLoading ? undefined : (error ?? undefined),
    isSlow,
    retry,
  }
}

export function useAdminCall<A extends Callable>(
  queryKey: QueryKey,
  address: A,
  input: InputOf<A>,
  options: Omit<Options<OutputOf<A>>, 'queryKey' | 'queryFn'> = {},
): AdminQuery<OutputOf<A>> {
  return useAdminQuery({ ...options, queryKey, queryFn: () => adminCall(address, input) })
}

/** The network is gone, or the server behind it. */
export const isUnreachable = (error: Error) =>
  !(error instanceof ApiError) || [502, 503, 504].includes(error.status)

const subscribeToNothing = () => () => {}
const isServer = () => false
