import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'

// A pending mutation is drawn before the next event, so that the second half of a double press finds it busy.
notifyManager.setScheduler(queueMicrotask)

const onError = (error: Error) => console.warn(error)
/** Without a network a request fails and says so; it does not wait for the network to come back. */
const never = { retry: false, networkMode: 'always' } as const

/** The one client of a page: shared by the islands on it and by the counts in the navigation. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      ...never,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      // A list that is opened again is loaded again.
      gcTime: 0,
    },
    mutations: never,
  },
})
