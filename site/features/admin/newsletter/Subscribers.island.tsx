import './subscribers.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { adminCallPage } from '#site/lib/admin/call.ts'
import { formatCount, formatMoment } from '#site/lib/admin/format.ts'
import { queryClient } from '#site/lib/admin/query-client.ts'
import { useAdminQuery } from '#site/lib/admin/use-admin-query.ts'
import { useListParams } from '#site/lib/admin/use-list-params.ts'
import { AdminIcon } from '#site/ui/admin/AdminIcon.tsx'
import { AdminList, adminPageSize } from '#site/ui/admin/AdminList.tsx'
import { DownloadCsv } from '#site/ui/admin/DownloadCsv.tsx'
import { EmptyList } from '#site/ui/admin/EmptyList.tsx'

const states = ['all', 'confirmed', 'waiting'] as const
type Shown = (typeof states)[number]

/** Why an island? The addresses are the publisher's own: only their token opens them. */
export function Subscribers() {
  return (
    <QueryClientProvider client={queryClient}>
      <SubscriberList />
    </QueryClientProvider>
  )
}

const countOf = async (status: 'confirmed' | 'waiting') =>
  (await adminCallPage('GET /admin/newsletter', { status, pageSize: 1 })).total

function SubscriberList() {
  const params = useListParams(states)
  const { status, page, isKnown } = params
  const query = useAdminQuery({
    queryKey: ['subscribers', { status, page }],
    enabled: isKnown,
    queryFn: async () => {
      const [{ items, total }, confirmed, waiting] = await Promise.all([
        adminCallPage('GET /admin/newsletter', {
          page,
          pageSize: adminPageSize,
          ...(status !== 'all' && { status }),
        }),
        countOf('confirmed'),
        countOf('waiting'),
      ])
      // `status`: of what is shown, which may be older than what is asked for.
      return { items, total, confirmed, waiting, status }
    },
  })
  // What is known from before may no longer be true.
  const known = query.error === undefined ? query.data : undefined
  const figure = (value: number | undefined) => (value === undefined ? '–' : formatCount(value))

  return (
    <>
      <dl className="subscriber-figures">
        <div>
          <dt>
            <AdminIcon name="checkCircle" />
            Confirmed
          </dt>
          <dd>{figure(known?.confirmed)}</dd>
        </div>
        <div>
          <dt>
            <AdminIcon name="clock" />
            Waiting
          </dt>
          <dd>{figure(known?.waiting)}</dd>
        </div>
      </dl>
      <AdminList
        title="Subscribers"
        things={['address', 'addresses']}
        params={params}
        query={query}
        choices={[
          { value: 'all', label: 'All' },
          { value: 'confirmed', label: 'Confirmed' },
          { value: 'waiting', label: 'Waiting' },
        ]}
        action={query.data?.confirmed !== 0 && <DownloadCsv path="/api/admin/newsletter.csv" />}
        empty={(of) => <EmptyList {...emptyLists[of.status]} />}
        row={({ email, confirmedAt, createdAt }) => (
          <li key={email} className="subscriber">
            <b>{email}</b>
            <span className={confirmedAt ? 'badge badge-published' : 'badge badge-draft'}>
              {confirmedAt ? 'Confirmed' : 'Waiting'}
            </span>
            <span className="desk-by">
              {confirmedAt
                ? `Confirmed ${formatMoment(confirmedAt)}`
                : `Asked ${formatMoment(createdAt)}`}
            </span>
          </li>
        )}
      />
    </>
  )
}

const emptyLists: Record<Shown, { title: string; text: string }> = {
  all: {
    title: 'No subscribers yet',
    text: 'Whoever asks for the newsletter on the site appears here.',
  },
  confirmed: {
    title: 'Nobody has confirmed yet',
    text: 'Who asks for the newsletter gets a mail, and is on the list once they answer it.',
  },
  waiting: { title: 'Nobody waits', text: 'Everybody who asked has confirmed.' },
}
