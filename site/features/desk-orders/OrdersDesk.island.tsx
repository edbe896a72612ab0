import './orders-desk.css'
import type { OrderState } from '#contract/states.ts'
import { deskCallPage } from '#site/lib/desk/call.ts'
import { useFigure } from '#site/lib/desk/use-figure.ts'
import { type ListQuery, useListQuery } from '#site/lib/desk/use-list-query.ts'
import { useLoad } from '#site/lib/desk/use-load.ts'
import { DeskList, deskPageSize } from '#site/ui/desk/DeskList.tsx'
import { DownloadCsv } from '#site/ui/desk/DownloadCsv.tsx'
import { EmptyDesk } from '#site/ui/desk/EmptyDesk.tsx'
import { OrderRow } from './OrderRow.tsx'
import { type DeskOrder, stateWords } from './order-words.ts'

/** What the publisher looks for first stands first. */
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
const labelOf = (status: Shown) => (status === 'all' ? 'All' : stateWords[status])

/** Why an island? The orders are the publisher's own: only their token opens them, and each is changed in place. */
export function OrdersDesk() {
  const query = useListQuery(statuses)
  const { search, status, page, change } = query
  const loading = useLoad(query.key, async () => ({
    ...(await deskCallPage('GET /admin/orders', {
      page,
      pageSize: deskPageSize,
      search,
      ...(status !== 'all' && { status }),
    })),
    // Of what is shown, which may be older than what is asked for.
    search,
    status,
  }))
  const [toReview, countAgain] = useFigure('ordersToReview')

  const put = (order: DeskOrder) => {
    loading.put((data) => ({
      ...data,
      items: data.items.map((item) => (item.reference === order.reference ? order : item)),
    }))
    countAgain()
  }

  return (
    <DeskList
      title={status === 'all' ? 'All orders' : labelOf(status)}
      things={['order', 'orders']}
      query={query}
      loading={loading}
      searchLabel="Reference, buyer, e-mail or book"
      choices={statuses.map((value) => ({
        value,
        label: labelOf(value),
        count: value === 'needs_review' ? toReview : undefined,
      }))}
      action={<DownloadCsv path="/api/admin/orders.csv" />}
      empty={(of) => <NoOrders {...of} change={change} />}
      row={(order) => <OrderRow key={order.reference} order={order} onChanged={put} />}
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
  change: ListQuery<Shown>['change']
}) {
  if (search === '' && status === 'all') {
    return <EmptyDesk title="No orders yet" text="Whoever buys a book on the site appears here." />
  }
  if (search === '' && status === 'needs_review') {
    return (
      <EmptyDesk
        title="Nothing to review"
        text="What was paid is what was ordered. You get a mail when it is not."
      />
    )
  }
  const among = status === 'all' ? '' : ` among those marked “${stateWords[status]}”`
  return (
    <EmptyDesk
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
    </EmptyDesk>
  )
}
