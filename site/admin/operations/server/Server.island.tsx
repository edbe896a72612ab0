import { useStore } from '@nanostores/react'
import { isAmong, owner } from '#contract/roles.ts'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { $member } from '#site/admin/lib/member.ts'
import { ServerState } from './ServerState.tsx'
import { SiteState } from './SiteState.tsx'

/** Why an island? Builds and checks are started here, and watched. */
export const Server = adminIsland(() => {
  const role = useStore($member, { ssr: 'initial' })?.role
  return (
    <>
      <SiteState />
      {role && isAmong(owner, role) && <ServerState />}
    </>
  )
})
