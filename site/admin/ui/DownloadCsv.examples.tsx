import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { DownloadCsv } from './DownloadCsv.tsx'

export const examples = {
  ready: () => (
    <QueryClientProvider client={new QueryClient()}>
      <DownloadCsv path="/api/admin/orders.csv" />
    </QueryClientProvider>
  ),
}
