import { addressChecks } from '#contract/settings/capabilities.ts'
import { useAdminCall } from '#site/admin/lib/use-admin-query.ts'
import { ForOperators } from '#site/admin/ui/frame/ForOperators.tsx'
import { Icon } from '#site/ui/icons/Icon.tsx'

/** What was last found of the site's address: its record, its certificate, and whether it answers. */
export function AddressChecks() {
  const { data } = useAdminCall(['doctor'], 'GET /admin/doctor', {})
  const findings = data?.findings.filter(({ title }) => addressChecks.includes(title)) ?? []
  return (
    <ul className="mt-14 grid gap-10 empty:hidden">
      {findings.map(({ title, state, found, todo }) => (
        <li key={title} className="flex gap-10 [overflow-wrap:anywhere]">
          <Icon
            name={state === 'ok' ? 'check' : 'alert'}
            className={`mt-2 flex-none ${state === 'ok' ? 'text-ok' : 'text-danger'}`}
          />
          <div className="min-w-0">
            <b>{title}:</b> {found}
            {todo && <ForOperators>{todo}</ForOperators>}
          </div>
        </li>
      ))}
    </ul>
  )
}
