import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'

// A pending mutation is rendered before the next event, so that the second half of a double click finds it disabled.
notifyManager.setScheduler(queueMicrotask)

const onError = (error: Error) => console.warn(error)
/** Offline a request fails at once; it is not paused until the network is back. */
const never = { retry: false, networkMode: 'always' } as const

/** The page's one client, shared by its islands and the counts in the navigation. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      ...never,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      // A list is loaded again whenever it is opened.
      gcTime: 0,
    },
    mutations: never,
  },
})
