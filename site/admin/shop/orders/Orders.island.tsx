import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '#site/admin/lib/query-client.ts'
import { OrderList } from './OrderList.tsx'

/** Why an island? The orders are the publisher's own: only their token opens them, and each is changed in place. */
export function Orders() {
  return (
    <QueryClientProvider client={queryClient}>
      <OrderList />
    </QueryClientProvider>
  )
}
