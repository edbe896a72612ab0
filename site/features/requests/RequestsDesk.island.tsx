import './requests-desk.css'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { requestReference } from '#contract/references.ts'
import { deskCallPage } from '#site/lib/desk/call.ts'
import { useFigure } from '#site/lib/desk/use-figure.ts'
import { useKeptTyping } from '#site/lib/desk/use-kept-typing.ts'
import { useLeaveWarning } from '#site/lib/desk/use-leave-warning.ts'
import { type ListQuery, useListQuery } from '#site/lib/desk/use-list-query.ts'
import { useLoad } from '#site/lib/desk/use-load.ts'
import { DeskList, deskPageSize } from '#site/ui/desk/DeskList.tsx'
import { EmptyDesk } from '#site/ui/desk/EmptyDesk.tsx'
import { RequestRow } from './RequestRow.tsx'

export type DeskRequest = OutputOf<'GET /admin/requests'>[number]

const states = ['open', 'accepted', 'declined', 'all'] as const
type Shown = (typeof states)[number]
const heads: Record<Shown, string> = {
  open: 'Open requests',
  accepted: 'Accepted requests',
  declined: 'Declined requests',
  all: 'All requests',
}

/** Why an island? The requests are the publisher's own: only their token opens them. */
export function RequestsDesk() {
  const query = useListQuery(states)
  const { search, status, page, change } = query
  const loading = useLoad(query.key, async () => ({
    ...(await deskCallPage('GET /admin/requests', {
      page,
      pageSize: deskPageSize,
      search,
      ...(status !== 'all' && { status }),
    })),
    // Of what is shown, which may be older than what is asked for.
    search,
    status,
  }))
  const [openCount, countAgain] = useFigure('openRequests')
  const [typed, type] = useKeptTyping('requests')
  useLeaveWarning(Object.keys(typed).length > 0)

  const put = (request: DeskRequest) => {
    loading.put((data) => ({
      ...data,
      items: data.items.map((item) => (item.id === request.id ? request : item)),
    }))
    countAgain()
  }
  const elsewhere = Object.keys(typed).filter(
    (id) => loading.data && !loading.data.items.some((item) => item.id === id),
  )

  return (
    <DeskList
      title={heads[status]}
      things={['request', 'requests']}
      query={query}
      loading={loading}
      searchLabel="Title, author, e-mail or reference"
      choices={[
        { value: 'open', label: 'Open', count: openCount },
        { value: 'accepted', label: 'Accepted' },
        { value: 'declined', label: 'Declined' },
        { value: 'all', label: 'All' },
      ]}
      notice={
        elsewhere.length > 0 && (
          <p className="requests-unsaved">
            Notes that are not saved yet:{' '}
            {elsewhere.map((id) => (
              <button
                key={id}
                type="button"
                className="link"
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
          onChanged={put}
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
  change: ListQuery<Shown>['change']
}) {
  if (search !== '') {
    return (
      <EmptyDesk
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
      </EmptyDesk>
    )
  }
  if (status === 'open') {
    return (
      <EmptyDesk
        title="No open requests"
        text="Every author has been answered. New requests come from the Publish Your Book page."
      />
    )
  }
  return (
    <EmptyDesk
      title="No requests yet"
      text={
        status === 'all'
          ? 'Requests come from the Publish Your Book page.'
          : `What you have ${status} stays here.`
      }
    />
  )
}
