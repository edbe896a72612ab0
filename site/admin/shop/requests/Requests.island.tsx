import { request } from '#contract/kinds/request.ts'
import { paths } from '#contract/paths.ts'
import { isOpenRequest, requestFilters } from '#contract/states.ts'
import { requestReference } from '#contract/text.ts'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { adminCallPage } from '#site/admin/lib/call.ts'
import {
  type ListParams,
  useListParams,
  useListQuery,
} from '#site/admin/lib/lists/use-list-params.ts'
import { statsQuery } from '#site/admin/lib/stats-query.ts'
import { useTypedText } from '#site/admin/lib/typed-text.ts'
import { useAdminCall } from '#site/admin/lib/use-admin-query.ts'
import { useLeaveWarning } from '#site/admin/lib/use-leave-warning.ts'
import { EmptyList, ShowAll } from '#site/admin/ui/frame/EmptyList.tsx'
import { Link } from '#site/admin/ui/Link.tsx'
import { AdminList, adminPageSize } from '#site/admin/ui/lists/AdminList.tsx'
import { NoneYet } from '#site/admin/ui/lists/EmptyGuide.tsx'
import { chipsOf } from '#site/admin/ui/lists/FilterChips.tsx'
import { linkClass } from '#site/ui/classes.ts'
import { RequestRow } from './RequestRow.tsx'

const states = ['all', ...requestFilters] as const
type Shown = (typeof states)[number]
const labels: Record<Exclude<Shown, 'all'>, string> = {
  open: 'Open',
  accepted: 'Accepted',
  declined: 'Declined',
}
const headings: Record<Shown, string> = {
  open: 'Open requests',
  accepted: 'Accepted requests',
  declined: 'Declined requests',
  all: 'All requests',
}

/** Why an island? The requests are confidential: the calls need a token. */
export const Requests = adminIsland(RequestList)

function RequestList() {
  const params = useListParams(states)
  const { status, change } = params
  const query = useListQuery('requests', params, (asked) =>
    adminCallPage('GET /admin/requests', { ...asked, pageSize: adminPageSize }),
  )
  const countsKey = [...statsQuery.queryKey, 'requests']
  const counts = useAdminCall(countsKey, 'GET /admin/request-counts', {}).data
  const [typed, type] = useTypedText('requests')
  useLeaveWarning(Object.keys(typed).length > 0)
  const elsewhere = Object.keys(typed).filter(
    (id) => query.data && !query.data.items.some((item) => item.id === id),
  )

  return (
    <AdminList
      title={headings[status]}
      kind={request}
      params={params}
      query={query}
      searchLabel="Title, author, e-mail or reference"
      choices={chipsOf(states, labels, counts)}
      notice={
        elsewhere.length > 0 && (
          <p className="flex flex-wrap items-center gap-x-12 border-l-6 border-line-2 bg-sunk px-16 py-4 text-15">
            Notes that are not saved yet:{' '}
            {elsewhere.map((id) => (
              <button
                key={id}
                type="button"
                className={`${linkClass} min-h-44`}
                onClick={() => change({ status: 'all', search: requestReference(id) })}
              >
                {requestReference(id)}
              </button>
            ))}
          </p>
        )
      }
      groupOf={
        status === 'all'
          ? (request) => (isOpenRequest(request.status) ? 'To answer' : 'Answered')
          : undefined
      }
      empty={(of) => <NoRequests {...of} change={change} />}
      row={(request) => (
        <RequestRow
          key={request.id}
          request={request}
          typed={typed[request.id]}
          onType={(text) => type(request.id, text)}
        />
      )}
    />
  )
}

function NoRequests({
  search,
  status,
  change,
}: {
  search: string
  status: Shown
  change: ListParams<Shown>['change']
}) {
  if (search !== '') {
    return (
      <EmptyList
        title="Nothing found"
        text={`There is no such request among ${status === 'all' ? 'all that came' : `the ${status} ones`}.`}
      >
        {status === 'all' ? (
          <ShowAll onPress={() => change({ search: '' })} />
        ) : (
          <ShowAll label="Search all requests" onPress={() => change({ status: 'all' })} />
        )}
      </EmptyList>
    )
  }
  if (status === 'open') {
    return (
      <EmptyList
        isDone
        title="No open requests"
        text="Every author has been answered. New requests come from the Publish Your Book page."
      />
    )
  }
  if (status !== 'all') {
    return (
      <EmptyList title={`No ${status} requests`} text={`What you have ${status} stays here.`}>
        <ShowAll onPress={() => change({ status: 'all' })} />
      </EmptyList>
    )
  }
  return (
    <NoneYet kind={request}>
      <Link look="button" href={paths.publish} label="See the page" />
    </NoneYet>
  )
}
