import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '#site/admin/lib/query-client.ts'
import { RequestList } from './RequestList.tsx'

/** Why an island? The requests are the publisher's own: only their token opens them. */
export function Requests() {
  return (
    <QueryClientProvider client={queryClient}>
      <RequestList />
    </QueryClientProvider>
  )
}
