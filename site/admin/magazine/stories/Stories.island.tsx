import { useStore } from '@nanostores/react'
import { IsRestoringProvider } from '@tanstack/react-query'
import { editors, isAmong } from '#contract/roles.ts'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { $member } from '#site/admin/lib/member.ts'
import { StoriesPage } from './StoriesPage.tsx'

/** Why an island? Staff find, read and decide in one place, and the list follows. */
export const Stories = adminIsland(() => {
  const role = useStore($member, { ssr: 'initial' })?.role
  return (
    // Nothing is loaded before the role is known: the server would refuse other roles' data.
    <IsRestoringProvider value={!role}>
      <StoriesPage isEditor={!role || isAmong(editors, role)} />
    </IsRestoringProvider>
  )
})
