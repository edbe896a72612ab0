import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '#site/lib/admin/query-client.ts'
import { FiguresOfPeriod } from './FiguresOfPeriod.tsx'

/** Why an island? Whose figures are shown, their token says. */
export function Figures() {
  return (
    <QueryClientProvider client={queryClient}>
      <FiguresOfPeriod />
    </QueryClientProvider>
  )
}
