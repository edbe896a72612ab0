import { useStore } from '@nanostores/react'
import { IsRestoringProvider, QueryClientProvider } from '@tanstack/react-query'
import { $member } from '#site/admin/lib/member.ts'
import { queryClient } from '#site/admin/lib/query-client.ts'
import { AuthorPage } from './AuthorPage.tsx'
import { ReviewPage } from './ReviewPage.tsx'

/** Why an island? Who edits reads, writes and decides in one place, and the queue follows. */
export function Review() {
  const role = useStore($member, { ssr: 'initial' })?.role
  return (
    <QueryClientProvider client={queryClient}>
      {/* Nothing is asked for before it is known who asks: the server would refuse what is not theirs. */}
      <IsRestoringProvider value={!role}>
        {role === 'author' ? <AuthorPage /> : <ReviewPage />}
      </IsRestoringProvider>
    </QueryClientProvider>
  )
}
