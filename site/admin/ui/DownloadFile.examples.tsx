import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { DownloadFile } from './DownloadFile.tsx'

export const examples = {
  ready: () => (
    <QueryClientProvider client={new QueryClient()}>
      <DownloadFile path="/api/admin/orders.csv" />
    </QueryClientProvider>
  ),
}
