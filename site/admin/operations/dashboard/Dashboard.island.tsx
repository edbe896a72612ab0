import { useStore } from '@nanostores/react'
import { IsRestoringProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isAmong, shop } from '#contract/roles.ts'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { $member } from '#site/admin/lib/member.ts'
import { statsQuery } from '#site/admin/lib/stats-query.ts'
import { useAdminQuery } from '#site/admin/lib/use-admin-query.ts'
import { Sales } from './Sales.tsx'

/** Why an island? The sales need a token. */
export const Dashboard = adminIsland(() => {
  const role = useStore($member, { ssr: 'initial' })?.role
  const hasShop = !role || isAmong(shop, role)
  return (
    // Nothing is loaded before the role is known: the server would refuse other roles' data.
    <IsRestoringProvider value={!role}>
      <PassStats />
      {hasShop && <Sales />}
    </IsRestoringProvider>
  )
})

/** Hands new numbers to the cards above, which are no part of the island, after a book was changed. */
function PassStats() {
  const { data } = useAdminQuery(statsQuery)
  useEffect(() => {
    if (data) dispatchEvent(new CustomEvent('ascend:stats', { detail: data }))
  }, [data])
  return null
}
