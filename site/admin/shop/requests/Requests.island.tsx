import { requestReference } from '#contract/references.ts'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { adminCallPage } from '#site/admin/lib/call.ts'
import { useStats } from '#site/admin/lib/stats-query.ts'
import { useTypedText } from '#site/admin/lib/typed-text.ts'
import { useLeaveWarning } from '#site/admin/lib/use-leave-warning.ts'
import { type ListParams, useListParams, useListQuery } from '#site/admin/lib/use-list-params.ts'
import { AdminList, adminPageSize } from '#site/admin/ui/AdminList.tsx'
import { EmptyList } from '#site/admin/ui/EmptyList.tsx'
import { linkClass } from '#site/ui/classes.ts'
import { RequestRow } from './RequestRow.tsx'

const states = ['open', 'accepted', 'declined', 'all'] as const
type Shown = (typeof states)[number]
const headings: Record<Shown, string> = {
  open: 'Open requests',
  accepted: 'Accepted requests',
  declined: 'Declined requests',
  all: 'All requests',
}

/** Why an island? The requests are confidential: the calls need a token. */
export const Requests = adminIsland(RequestList)

/** The publishing requests, searched on the server. */
function RequestList() {
  const params = useListParams(states)
  const { status, change } = params
  const query = useListQuery('requests', params, (asked) =>
    adminCallPage('GET /admin/requests', { ...asked, pageSize: adminPageSize }),
  )
  const { openRequests } = useStats()
  const [typed, type] = useTypedText('requests')
  useLeaveWarning(Object.keys(typed).length > 0)
  const elsewhere = Object.keys(typed).filter(
    (id) => query.data && !query.data.items.some((item) => item.id === id),
  )

  return (
    <AdminList
      title={headings[status]}
      things={['request', 'requests']}
      params={params}
      query={query}
      searchLabel="Title, author, e-mail or reference"
      choices={[
        { value: 'open', label: 'Open', count: openRequests },
        { value: 'accepted', label: 'Accepted' },
        { value: 'declined', label: 'Declined' },
        { value: 'all', label: 'All' },
      ]}
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
          <button type="button" className="btn btn-outline" onClick={() => change({ search: '' })}>
            Show all
          </button>
        ) : (
          <button
            type="button"
            className="btn btn-outline"
            onClick={() => change({ status: 'all' })}
          >
            Search all requests
          </button>
        )}
      </EmptyList>
    )
  }
  if (status === 'open') {
    return (
      <EmptyList
        title="No open requests"
        text="Every author has been answered. New requests come from the Publish Your Book page."
      />
    )
  }
  return (
    <EmptyList
      title="No requests yet"
      text={
        status === 'all'
          ? 'Requests come from the Publish Your Book page.'
          : `What you have ${status} stays here.`
      }
    />
  )
}
