import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '#site/admin/lib/query-client.ts'
import { StatsOfPeriod } from './StatsOfPeriod.tsx'

/** Why an island? Whose figures are shown, their token says. */
export function Stats() {
  return (
    <QueryClientProvider client={queryClient}>
      <StatsOfPeriod />
    </QueryClientProvider>
  )
}
