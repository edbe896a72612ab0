import type { OrderState } from '#contract/states.ts'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { adminCallPage } from '#site/admin/lib/call.ts'
import { useStats } from '#site/admin/lib/stats-query.ts'
import { type ListParams, useListParams, useListQuery } from '#site/admin/lib/use-list-params.ts'
import { AdminList, adminPageSize } from '#site/admin/ui/AdminList.tsx'
import { DownloadCsv } from '#site/admin/ui/DownloadCsv.tsx'
import { EmptyList } from '#site/admin/ui/EmptyList.tsx'
import { OrderRow } from './OrderRow.tsx'
import { stateLabels } from './order-labels.ts'

/** In the order of what the publisher needs most. */
const statuses = [
  'all',
  'paid',
  'needs_review',
  'pending',
  'refunded',
  'failed',
  'abandoned',
  'expired',
] as const satisfies ('all' | OrderState)[]
type Shown = (typeof statuses)[number]
const labelOf = (status: Shown) => (status === 'all' ? 'All' : stateLabels[status])

/** Why an island? The orders are confidential: the calls need a token, and each is changed in place. */
export const Orders = adminIsland(OrderList)

/** The orders, searched on the server. */
function OrderList() {
  const params = useListParams(statuses)
  const { status, change } = params
  const query = useListQuery('orders', params, (asked) =>
    adminCallPage('GET /admin/orders', { ...asked, pageSize: adminPageSize }),
  )
  const { ordersToReview } = useStats()

  return (
    <AdminList
      title={status === 'all' ? 'All orders' : labelOf(status)}
      things={['order', 'orders']}
      params={params}
      query={query}
      searchLabel="Reference, buyer, e-mail or book"
      choices={statuses.map((value) => ({
        value,
        label: labelOf(value),
        count: value === 'needs_review' ? ordersToReview : undefined,
      }))}
      action={<DownloadCsv path="/api/admin/orders.csv" />}
      empty={(of) => <NoOrders {...of} change={change} />}
      row={(order) => <OrderRow key={order.reference} order={order} />}
    />
  )
}

function NoOrders({
  search,
  status,
  change,
}: {
  search: string
  status: Shown
  change: ListParams<Shown>['change']
}) {
  if (search === '' && status === 'all') {
    return <EmptyList title="No orders yet" text="Whoever buys a book on the site appears here." />
  }
  if (search === '' && status === 'needs_review') {
    return (
      <EmptyList
        title="Nothing to review"
        text="What was paid is what was ordered. You get a mail when it is not."
      />
    )
  }
  const among = status === 'all' ? '' : ` among those marked “${stateLabels[status]}”`
  return (
    <EmptyList
      title="No orders found"
      text={search ? `There is no order with “${search}”${among}.` : `There is none${among}.`}
    >
      <button
        type="button"
        className="btn btn-outline"
        onClick={() =>
          change(search && status !== 'all' ? { status: 'all' } : { search: '', status: 'all' })
        }
      >
        {search && status !== 'all' ? 'Search all orders' : 'Show all orders'}
      </button>
    </EmptyList>
  )
}
