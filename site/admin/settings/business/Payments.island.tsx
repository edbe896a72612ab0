import { businessLabels } from '#contract/settings/business.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { useAdminCall } from '#site/admin/lib/use-admin-query.ts'
import { Loaded } from '#site/admin/ui/frame/Loaded.tsx'
import { Off } from '#site/admin/ui/frame/Off.tsx'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { businessKey, type Part } from './business-fields.ts'
import { PaymentSteps } from './PaymentSteps.tsx'

/** Why an island? What is set is the owner's alone: the calls need a token. */
export const Payments = adminIsland(() => {
  // The test sale is made in another tab.
  const query = useAdminCall(businessKey, 'GET /admin/business', {}, { freshMs: 10_000 })
  return (
    <Loaded query={query} things="the payments" rows={4}>
      {(parts) => {
        const asked = new URLSearchParams(location.search).get('provider')
        const providers = parts.filter(({ webhook }) => webhook !== null)
        const part = providers.find(({ part }) => part === asked) ?? providers[0]
        const other = providers.find((one) => one !== part)
        return (
          <div className="max-w-text">
            <div className="mb-18 empty:hidden">
              <Off name="payments" />
            </div>
            {part && (
              <PaymentSteps key={part.part} part={part}>
                {other && <OtherProvider part={other} turns={turnsOf(parts)} />}
              </PaymentSteps>
            )}
          </div>
        )
      }}
    </Loaded>
  )
})

const turnsOf = (parts: Part[]) =>
  parts.find(({ part }) => part === 'turns')?.shown['PAYMENTS'] ?? 'paystack,flutterwave'

function OtherProvider({ part: { part, by }, turns }: { part: Part; turns: string }) {
  const name = businessLabels[part]
  const first = part === 'paystack' ? 'Flutterwave' : 'Paystack'
  return (
    <a
      className="mt-10 flex items-center gap-14 border-t-2 border-ink py-10"
      href={staffPaths.paymentsOf(part)}
    >
      <span className="grid size-44 flex-none place-items-center bg-sunk">
        <Icon shape={by === 'nobody' ? adminIcons.plus : adminIcons.wallet} />
      </span>
      <span className="min-w-0 flex-1">
        <b className="block">{by === 'nobody' ? `Add ${name}` : name}</b>
        <span className="text-ink-2">
          {turns.startsWith(part) ? 'Takes the money first' : `Takes over when ${first} is down`}
        </span>
      </span>
      <Icon name="chevronRight" className="flex-none" />
    </a>
  )
}
