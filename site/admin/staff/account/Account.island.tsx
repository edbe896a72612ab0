import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '#site/admin/lib/query-client.ts'
import { SecondSteps } from './SecondSteps.tsx'
import { Sessions } from './Sessions.tsx'

/** Why an island? Sessions and second steps are one person's own: only their token opens them. */
export function Account() {
  return (
    <QueryClientProvider client={queryClient}>
      <Sessions />
      <SecondSteps />
    </QueryClientProvider>
  )
}
