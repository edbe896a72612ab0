import { isAmong, type Role } from '#contract/roles.ts'
import { type AdminSection, adminSections } from '#site/admin/lib/sections.ts'
import { useStats } from '#site/admin/lib/stats-query.ts'
import { rowClass } from '#site/admin/ui/classes.ts'
import { linkClass } from '#site/ui/classes.ts'

/** For a role without the shop: what it may use, and how much waits there. */
export function SectionLinks({ role }: { role: Role }) {
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
