import { useStore } from '@nanostores/react'
import { IsRestoringProvider } from '@tanstack/react-query'
import { isAmong, owner, publishing, type Role, shop } from '#contract/roles.ts'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { $member } from '#site/admin/lib/member.ts'
import { type AdminSection, adminSections } from '#site/admin/lib/sections.ts'
import { useStats } from '#site/admin/lib/stats-query.ts'
import { rowClass } from '#site/admin/ui/classes.ts'
import { linkClass } from '#site/ui/classes.ts'
import { BookList } from './BookList.tsx'
import { Sales } from './Sales.tsx'
import { ServerState } from './ServerState.tsx'
import { SiteState } from './SiteState.tsx'
import { Stats } from './Stats.tsx'

/** Why an island? The books need a token, and each is changed in place. */
export const Dashboard = adminIsland(() => {
  const role = useStore($member, { ssr: 'initial' })?.role
  const hasShop = !role || isAmong(shop, role)
  return (
    // Nothing is loaded before the role is known: the server would refuse other roles' data.
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
  )
})

/** For a role without the shop: its sections, and the number of pending items in each. */
function SectionLinks({ role }: { role: Role }) {
  const stats = useStats()
  const sections: AdminSection[] = adminSections.filter(
    ({ name, roles }) => name !== 'dashboard' && isAmong(roles, role),
  )
  return (
    <ul className="mt-24">
      {sections.map(({ name, label, path, sentence, count }) => (
        <li key={name} className={rowClass}>
          <div>
            <h2 className="text-19/120">
              <a className={linkClass} href={path}>
                {label}
              </a>
            </h2>
            <p>
              {sentence} {count && Boolean(stats[count]) && `${stats[count]} waiting.`}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
