import { useStore } from '@nanostores/react'
import { IsRestoringProvider } from '@tanstack/react-query'
import { isAmong, shop } from '#contract/roles.ts'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { $member } from '#site/admin/lib/member.ts'
import { BookList } from './BookList.tsx'

/** Why an island? The books need a token, and each is changed in place. */
export const Books = adminIsland(({ pageSize }: { pageSize?: number }) => {
  const role = useStore($member, { ssr: 'initial' })?.role
  if (role && !isAmong(shop, role)) return null
  return (
    // Nothing is loaded before the role is known: the server would refuse other roles' data.
    <IsRestoringProvider value={!role}>
      <BookList pageSize={pageSize} />
    </IsRestoringProvider>
  )
})
