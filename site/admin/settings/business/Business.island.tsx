import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { useAdminCall } from '#site/admin/lib/use-admin-query.ts'
import { AdminSkeleton } from '#site/admin/ui/frame/AdminSkeleton.tsx'
import { Loaded } from '#site/admin/ui/frame/Loaded.tsx'
import { Off } from '#site/admin/ui/frame/Off.tsx'
import { BusinessPart } from './BusinessPart.tsx'
import { businessKey } from './business-fields.ts'

/** Why an island? What is set is the owner's alone: the calls need a token. */
export const Business = adminIsland(() => {
  const query = useAdminCall(businessKey, 'GET /admin/business', {})
  return (
    <Loaded
      query={query}
      failed="What is set could not be loaded."
      skeleton={<AdminSkeleton label="Loading what is set" rows={3} />}
    >
      {(parts) => (
        <>
          <div className="mb-28 max-w-text empty:hidden">
            <Off name="domain" />
          </div>
          {parts.map((part) => (
            <BusinessPart key={part.part} {...part} />
          ))}
        </>
      )}
    </Loaded>
  )
})
