import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '#site/admin/lib/query-client.ts'
import { RevisionsPage } from './RevisionsPage.tsx'

/** Why an island? Two states are chosen and compared in place, and only a token opens them. */
export function Revisions() {
  return (
    <QueryClientProvider client={queryClient}>
      <RevisionsPage />
    </QueryClientProvider>
  )
}
