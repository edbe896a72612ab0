import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '#site/lib/admin/query-client.ts'
import { ReviewPage } from './ReviewPage.tsx'

/** Why an island? The publisher reads, writes and decides in one place, and the queue follows. */
export function Review() {
  return (
    <QueryClientProvider client={queryClient}>
      <ReviewPage />
    </QueryClientProvider>
  )
}
