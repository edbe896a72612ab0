import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '#site/admin/lib/query-client.ts'
import { CalendarMonth } from './CalendarMonth.tsx'

/** Why an island? What is planned is the newsroom's own: only their token opens it. */
export function Calendar() {
  return (
    <QueryClientProvider client={queryClient}>
      <CalendarMonth />
    </QueryClientProvider>
  )
}
