import './requests-desk.css'
import { useEffect, useState } from 'react'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { lastPage, searchLength, shown } from '#contract/limits.ts'
import { requestReference } from '#contract/references.ts'
import { deskCallPage } from '#site/lib/desk/call.ts'
import { formatCount } from '#site/lib/desk/format.ts'
import { refreshCounts } from '#site/lib/desk/show-counts.ts'
import { currentStats } from '#site/lib/desk/stats.ts'
import { useKeptTyping } from '#site/lib/desk/use-kept-typing.ts'
import { useLeaveWarning } from '#site/lib/desk/use-leave-warning.ts'
import { useLoad } from '#site/lib/desk/use-load.ts'
import { useQuery } from '#site/lib/desk/use-query.ts'
import { Choices } from '#site/ui/desk/Choices.tsx'
import { DeskSkeleton } from '#site/ui/desk/DeskSkeleton.tsx'
import { EmptyDesk } from '#site/ui/desk/EmptyDesk.tsx'
import { Loaded } from '#site/ui/desk/Loaded.tsx'
import { Pager } from '#site/ui/desk/Pager.tsx'
import { SearchBox } from '#site/ui/desk/SearchBox.tsx'
import { RequestRow } from './RequestRow.tsx'

export type DeskRequest = OutputOf<'GET /admin/requests'>[number]

const pageSize = shown.books
const headId = 'request-list'
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
  const [query, change] = useQuery()
  const { search, status, page } = asked(query ?? {})
  const loading = useLoad(query && JSON.stringify({ search, status, page }), async () => ({
    ...(await deskCallPage('GET /admin/requests', {
      page,
      pageSize,
      search,
      ...(status !== 'all' && { status }),
    })),
    // Of what is shown, which may be older than what is asked for.
    search,
    status,
  }))
  const [openCount, setOpenCount] = useState<number>()
  const count = (stats: ReturnType<typeof currentStats>) =>
    stats.then(({ openRequests }) => setOpenCount(openRequests), console.warn)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a page; later changes count by themselves.
  useEffect(() => void count(currentStats()), [])
  const [typed, type] = useKeptTyping('requests')
  useLeaveWarning(Object.keys(typed).length > 0)

  const put = (request: DeskRequest) => {
    loading.put((data) => ({
      ...data,
      items: data.items.map((item) => (item.id === request.id ? request : item)),
    }))
    void count(refreshCounts())
  }
  const elsewhere = Object.keys(typed).filter(
    (id) => loading.data && !loading.data.items.some((item) => item.id === id),
  )

  return (
    <section className="requests" aria-labelledby={headId}>
      <div className="desk-head">
        <h2 id={headId} tabIndex={-1}>
          {heads[status]}
        </h2>
      </div>
      <div className="desk-tools">
        <SearchBox
          label="Title, author, e-mail or reference"
          value={search}
          onSearch={(text) => change({ search: text, page: '' })}
        />
        <Choices
          label="Which requests"
          value={status}
          choices={[
            { value: 'open', label: 'Open', count: openCount },
            { value: 'accepted', label: 'Accepted' },
            { value: 'declined', label: 'Declined' },
            { value: 'all', label: 'All' },
          ]}
          onChoose={(value) => change({ status: value === 'open' ? '' : value, page: '' })}
        />
      </div>
      {elsewhere.length > 0 && (
        <p className="requests-unsaved">
          Notes that are not saved yet:{' '}
          {elsewhere.map((id) => (
            <button
              key={id}
              type="button"
              className="link"
              onClick={() => change({ status: 'all', search: requestReference(id), page: '' })}
            >
              {requestReference(id)}
            </button>
          ))}
        </p>
      )}
      <Loaded
        loading={loading}
        failed="The requests could not be loaded."
        skeleton={<DeskSkeleton label="Loading the requests" rows={5} />}
      >
        {({ items, total, ...of }) => (
          <>
            <p className="visually-hidden" role="status">
              {formatCount(total)} {total === 1 ? 'request' : 'requests'}
            </p>
            {items.length === 0 && <NoRequests {...of} total={total} change={change} />}
            <ul>
              {items.map((request) => (
                <RequestRow
                  key={request.id}
                  request={request}
                  typed={typed[request.id]}
                  onType={(text) => type(request.id, text)}
                  onChanged={put}
                />
              ))}
            </ul>
            {items.length > 0 && (
              <Pager
                page={page}
                pageSize={pageSize}
                total={total}
                things="requests"
                onPage={(next) => {
                  change({ page: String(next) })
                  document.getElementById(headId)?.focus()
                }}
              />
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}

/** What the page's query asks for; what makes no sense is left out. */
function asked(query: Record<string, string>) {
  const page = Number.parseInt(query['page'] ?? '', 10)
  return {
    search: (query['search'] ?? '').slice(0, searchLength),
    status: states.find((state) => state === query['status']) ?? ('open' as Shown),
    page: page >= 1 && page <= lastPage ? page : 1,
  }
}

function NoRequests({
  search,
  status,
  total,
  change,
}: {
  search: string
  status: Shown
  total: number
  change(fields: Record<string, string>): void
}) {
  if (total > 0) {
    return (
      <EmptyDesk title="Nothing on this page" text="The list has become shorter meanwhile.">
        <button type="button" className="btn btn-outline" onClick={() => change({ page: '' })}>
          To the first page
        </button>
      </EmptyDesk>
    )
  }
  if (search !== '') {
    return (
      <EmptyDesk
        title="Nothing found"
        text={`There is no such request among ${status === 'all' ? 'all that came' : `the ${status} ones`}.`}
      >
        {status === 'all' ? (
          <button
            type="button"
            className="btn btn-outline"
            onClick={() => change({ search: '', page: '' })}
          >
            Show all
          </button>
        ) : (
          <button
            type="button"
            className="btn btn-outline"
            onClick={() => change({ status: 'all', page: '' })}
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
