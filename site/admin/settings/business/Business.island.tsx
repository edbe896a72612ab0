import { businessLabels } from '#contract/settings/business.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { useAdminCall } from '#site/admin/lib/use-admin-query.ts'
import { badgeClasses, outlineClass } from '#site/admin/ui/classes.ts'
import { Loaded } from '#site/admin/ui/frame/Loaded.tsx'
import { Off } from '#site/admin/ui/frame/Off.tsx'
import { ListHead } from '#site/admin/ui/lists/ListHead.tsx'
import { BusinessPart } from './BusinessPart.tsx'
import { businessKey, businessLeads, type Part } from './business-fields.ts'

/** Parts that are set on pages of their own. */
const ownPages: Partial<Record<Part['part'], string>> = {
  paystack: staffPaths.paymentsOf('paystack'),
  flutterwave: staffPaths.paymentsOf('flutterwave'),
  mail: staffPaths.mailDomain,
}

/** Why an island? What is set is the owner's alone: the calls need a token. */
export const Business = adminIsland(() => {
  const query = useAdminCall(businessKey, 'GET /admin/business', {})
  return (
    <Loaded query={query} things="what is set" rows={3}>
      {(parts) => (
        <>
          <div className="mb-28 max-w-text empty:hidden">
            <Off name="domain" />
          </div>
          {parts.filter(isShown(parts)).map((part) =>
            part.part in ownPages ? (
              <section key={part.part} className="mb-40 max-w-text" aria-labelledby={part.part}>
                <ListHead id={part.part} title={businessLabels[part.part]}>
                  {part.isTest && <b className={badgeClasses.wait}>Test mode</b>}
                </ListHead>
                <p className="mt-14">{businessLeads[part.part]}</p>
                <a className={`mt-18 ${outlineClass}`} href={ownPages[part.part]}>
                  {part.by === 'nobody' ? 'Set up' : 'Open'}
                  <span className="sr-only">: {businessLabels[part.part]}</span>
                </a>
              </section>
            ) : (
              <BusinessPart key={part.part} {...part} />
            ),
          )}
        </>
      )}
    </Loaded>
  )
})

/** One provider alone has no order. */
const isShown = (parts: Part[]) => (part: Part) =>
  part.part !== 'turns' ||
  parts.filter(({ webhook, by }) => webhook !== null && by !== 'nobody').length > 1
