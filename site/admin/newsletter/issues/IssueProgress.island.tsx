import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '#site/admin/lib/query-client.ts'
import { ProgressPage } from './ProgressPage.tsx'

/** Why an island? How far a letter has come is asked again and again, with the token of the staff. */
export function IssueProgress() {
  return (
    <QueryClientProvider client={queryClient}>
      <ProgressPage />
    </QueryClientProvider>
  )
}
