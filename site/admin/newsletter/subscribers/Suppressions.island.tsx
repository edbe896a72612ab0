import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { adminCall, adminCallPage } from '#site/admin/lib/call.ts'
import { formatMoment } from '#site/admin/lib/format.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { useAdminQuery } from '#site/admin/lib/use-admin-query.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import { bylineClass } from '#site/admin/ui/classes.ts'
import { EmptyList } from '#site/admin/ui/frame/EmptyList.tsx'
import { AdminList, adminPageSize } from '#site/admin/ui/lists/AdminList.tsx'
import { adminMessages } from '#site/messages/admin-messages.ts'

type Suppression = OutputOf<'GET /admin/suppressions'>[number]

/** Why an island? The addresses are confidential: the calls need a token. */
export const Suppressions = adminIsland(List)

const reasons: Record<Suppression['reason'], string> = {
  refused: 'Bounced: no such mailbox',
  bounced: 'Hard bounce',
  complained: 'Spam report',
}

function List() {
  const client = useQueryClient()
  const [page, setPage] = useState(1)
  const showPage = (fields: { page?: string }) => setPage(Number(fields.page) || 1)
  const query = useAdminQuery({
    queryKey: ['suppressions', page],
    keptAs: page === 1 ? 'suppressions' : undefined,
    queryFn: () => adminCallPage('GET /admin/suppressions', { page, pageSize: adminPageSize }),
  })
  const lift = useMutation({
    mutationFn: (email: string) => adminCall('POST /admin/suppressions/lift', { email }),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: ['suppressions'] })
      document.getElementById('suppressed')?.focus()
      void showToast(adminMessages.suppressionLifted)
    },
    onError() {
      query.retry()
      void showToast(adminMessages.notDone)
    },
  })
  return (
    <div className="mt-28 md:mt-40">
      <AdminList
        id="suppressed"
        title="Suppressed addresses"
        kind={{ one: 'address', many: 'Addresses' }}
        // What the address of the page says belongs to the subscribers above.
        params={{ search: '', status: 'all', page, change: showPage }}
        query={query}
        skeletonRows={2}
        empty={() => (
          <EmptyList
            title="No suppressed addresses"
            text="Addresses that cannot be reached, or that reported a newsletter as spam, appear here. Receipts and the like still go to them."
          />
        )}
        row={({ email, reason, detail, since }) => (
          <li
            key={email}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-16 gap-y-4 border-b border-line py-14"
          >
            <div className="[overflow-wrap:anywhere]">
              <b className="font-semibold">{email}</b>
              <p className={bylineClass}>
                {`${reasons[reason]} · ${formatMoment(since)}${detail ? ` · ${detail}` : ''}`}
              </p>
            </div>
            <Button
              isBusy={lift.isPending && lift.variables === email}
              onClick={() => lift.isPending || lift.mutate(email)}
            >
              Restore<span className="sr-only">: {email}</span>
            </Button>
          </li>
        )}
      />
    </div>
  )
}
