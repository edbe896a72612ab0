import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '#site/lib/admin/query-client.ts'
import { BookList } from './BookList.tsx'
import { Sales } from './Sales.tsx'
import { SiteState } from './SiteState.tsx'
import { Stats } from './Stats.tsx'

/** Why an island? The books are the publisher's own: only their token opens them, and each is changed in place. */
export function Dashboard() {
  return (
    <QueryClientProvider client={queryClient}>
      <Stats />
      <Sales />
      <SiteState />
      <BookList />
    </QueryClientProvider>
  )
}
