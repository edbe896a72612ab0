import { dataRequest } from '#contract/kinds/data-request.ts'
import { dataRequestDays } from '#contract/pages/data-requests.ts'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { adminCallPage } from '#site/admin/lib/call.ts'
import { useListParams, useListQuery } from '#site/admin/lib/lists/use-list-params.ts'
import { EmptyList } from '#site/admin/ui/frame/EmptyList.tsx'
import { AdminList, adminPageSize } from '#site/admin/ui/lists/AdminList.tsx'
import { DataRequestRow } from './DataRequestRow.tsx'

/** Why an island? The requests are confidential: the calls need a token. */
export const DataRequests = adminIsland(List)

/** What people ask about their data, the one that waits longest first. */
function List() {
  const params = useListParams(['all'])
  const query = useListQuery('data-requests', params, ({ page }) =>
    adminCallPage('GET /admin/data-requests', { page, pageSize: adminPageSize }),
  )
  return (
    <AdminList
      title="What people ask about their data"
      kind={dataRequest}
      params={params}
      query={query}
      groupOf={({ answeredAt }) => (answeredAt ? 'Answered' : 'To answer')}
      empty={() => (
        <EmptyList
          isDone
          title="Nobody has asked about their data"
          text={`On the privacy page anybody can ask, without an account. You have ${dataRequestDays.allowed} days to answer.`}
        />
      )}
      row={(request) => <DataRequestRow key={request.id} request={request} />}
    />
  )
}
