import { useStore } from '@nanostores/react'
import { IsRestoringProvider, QueryClientProvider } from '@tanstack/react-query'
import { isAmong, owner, publishing, shop } from '#contract/roles.ts'
import { $member } from '#site/admin/lib/member.ts'
import { queryClient } from '#site/admin/lib/query-client.ts'
import { BookList } from './BookList.tsx'
import { Sales } from './Sales.tsx'
import { SectionLinks } from './SectionLinks.tsx'
import { ServerState } from './ServerState.tsx'
import { SiteState } from './SiteState.tsx'
import { Stats } from './Stats.tsx'

/** Why an island? The books are the staff's own: only their token opens them, and each is changed in place. */
export function Dashboard() {
  const role = useStore($member, { ssr: 'initial' })?.role
  const hasShop = !role || isAmong(shop, role)
  return (
    <QueryClientProvider client={queryClient}>
      {/* Nothing is asked for before it is known who asks: the server would refuse what is not theirs. */}
      <IsRestoringProvider value={!role}>
        {hasShop ? (
          <>
            <Stats />
            <Sales />
          </>
        ) : (
          <SectionLinks role={role} />
        )}
        {(!role || isAmong(publishing, role)) && <SiteState />}
        {(!role || isAmong(owner, role)) && <ServerState />}
        {hasShop && <BookList />}
      </IsRestoringProvider>
    </QueryClientProvider>
  )
}
