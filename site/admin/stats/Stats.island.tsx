import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '#site/admin/lib/query-client.ts'
import { FiguresOfPeriod } from './StatsOfPeriod.tsx'

/** Why an island? Whose figures are shown, their token says. */
export function Figures() {
  return (
    <QueryClientProvider client={queryClient}>
      <FiguresOfPeriod />
    </QueryClientProvider>
  )
}
