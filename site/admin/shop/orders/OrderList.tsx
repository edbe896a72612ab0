import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { dayOf } from '#contract/days.ts'
import { formatNaira } from '#contract/money.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { orderStates } from '#contract/states.ts'
import { adminCall, adminCallPage, downloadAdminFile } from '#site/admin/lib/call.ts'
import { formatCount, formatNearDay } from '#site/admin/lib/format.ts'
import { type BulkFailure, BulkRefusal, useBulk } from '#site/admin/lib/lists/use-bulk.ts'
import { type ListParams, useListQuery } from '#site/admin/lib/lists/use-list-params.ts'
import { useSelection } from '#site/admin/lib/lists/use-selection.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { useAdminQuery } from '#site/admin/lib/use-admin-query.ts'
import { DownloadFile } from '#site/admin/ui/DownloadFile.tsx'
import { AdminSkeleton } from '#site/admin/ui/frame/AdminSkeleton.tsx'
import { EmptyList, NothingOnPage, ShowAll } from '#site/admin/ui/frame/EmptyList.tsx'
import { Loaded } from '#site/admin/ui/frame/Loaded.tsx'
import { MailOff } from '#site/admin/ui/frame/MailOff.tsx'
import { BulkFailures } from '#site/admin/ui/lists/BulkFailures.tsx'
import { EmptyGuide } from '#site/admin/ui/lists/EmptyGuide.tsx'
import { chipsOf, FilterChips, SelectChip } from '#site/admin/ui/lists/FilterChips.tsx'
import { GroupHead } from '#site/admin/ui/lists/GroupHead.tsx'
import { Pager } from '#site/admin/ui/lists/Pager.tsx'
import { SelectionBar } from '#site/admin/ui/lists/SelectionBar.tsx'
import { noAnswer } from '#site/lib/forms/check-form.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { icons } from '#site/ui/icons/icons.ts'
import { OrderRow } from './OrderRow.tsx'
import { type AdminOrder, stateLabels } from './order-labels.ts'
import { DifferencesNote, PaymentDays, usePaymentDays } from './PaymentDays.tsx'

export const orderFilters = ['all', ...orderStates] as const
export type OrderFilter = (typeof orderFilters)[number]

const chips = ['all', 'paid', 'needs_review', 'pending'] as const
const moreChips = ['refunded', 'failed', 'abandoned', 'expired'] as const
const labelOf = (status: OrderFilter) => (status === 'all' ? 'All' : stateLabels[status])
const pageSize = 24

export const ordersHeadId = 'orders-head'

interface Props {
  params: ListParams<OrderFilter>
  /** Another order is open over the list. */
  isHidden: boolean
  onOpen(reference: string): void
}

/** The orders: what needs a review first, then day by day, each with what was paid on it. */
export function OrderList({ params, isHidden, onOpen }: Props) {
  const { status, search, page, change } = params
  const client = useQueryClient()
  const selection = useSelection()
  const bulk = useBulk<AdminOrder>()
  const [failure, setFailure] = useState<BulkFailure>()
  const query = useListQuery('orders', params, async (asked) => {
    const found = await adminCallPage('GET /admin/orders', { ...asked, pageSize })
    const days = found.items.filter(isOfADay).map(({ createdAt }) => dayOf(createdAt))
    const [to = ''] = days
    const from = days.at(-1) ?? ''
    const { page: _, ...filter } = asked
    const sums = from ? await adminCall('GET /admin/order-days', { ...filter, from, to }) : []
    return { ...found, sums: Object.fromEntries(sums.map((sum) => [sum.day, sum])) }
  })
  const counts = useAdminQuery({
    queryKey: ['orders', 'counts'],
    queryFn: () => adminCall('GET /admin/order-counts', {}),
  }).data
  const paymentDays = usePaymentDays()
  const rows = query.data?.items ?? []
  const chosen = rows.filter(({ reference }) => selection.has(reference))

  const sendLinks = async () => {
    setFailure(undefined)
    const { done, failed } = await bulk.run(chosen, (order) => {
      if (order.status !== 'paid') throw new BulkRefusal('It is not paid.')
      return adminCall('POST /admin/orders/:reference/resend', { reference: order.reference })
    })
    if (done.length > 0)
      void showToast({ title: `Links of ${ordersOf(done.length)} sent`, mail: '' })
    if (failed.length === 0) return selection.end()
    selection.select(failed.map(({ row }) => row.reference))
    setFailure({
      title: `Links of ${ordersOf(failed.length)} were not sent`,
      failures: failed.map(({ row, why }) => ({
        name: `${row.buyerName}, ${row.orderNumber}`,
        why,
      })),
    })
  }
  const downloadCsv = async () => {
    setFailure(undefined)
    const references = chosen.map(({ reference }) => reference).join(',')
    try {
      await downloadAdminFile(`/api/admin/orders.csv?${new URLSearchParams({ references })}`)
      void showToast(adminMessages.listDownloaded)
      selection.end()
    } catch (error) {
      console.warn(error)
      setFailure({
        title: 'The list was not downloaded',
        failures: [{ name: 'CSV', why: noAnswer }],
      })
    }
    void client.invalidateQueries({ queryKey: ['orders', 'counts'] })
  }

  return (
    <section aria-labelledby={ordersHeadId} hidden={isHidden}>
      <h2 id={ordersHeadId} tabIndex={-1} className="sr-only">
        {status === 'all' ? 'All orders' : labelOf(status)}
      </h2>
      <FilterChips
        label="Which orders"
        value={status}
        chips={chipsOf(chips, stateLabels, counts)}
        more={chipsOf(moreChips, stateLabels, counts)}
        searchLabel="Search orders"
        search={search}
        onSearch={(text) => change({ search: text })}
        onChoose={(value) => {
          selection.end()
          change({ status: value })
        }}
      >
        <SelectChip isPressed={selection.isSelecting} onPress={selection.turn} />
      </FilterChips>
      <DifferencesNote query={paymentDays} />
      {selection.isSelecting && <MailOff />}
      {failure && <BulkFailures {...failure} />}
      <Loaded
        query={query}
        failed="The orders could not be loaded."
        skeleton={<AdminSkeleton label="Loading the orders" rows={5} art="cover" />}
      >
        {({ items, total, sums, ...of }) => (
          <>
            <p className="sr-only" role="status">
              {ordersOf(total)}
            </p>
            {items.length === 0 && <NoOrders {...of} total={total} change={change} />}
            {groupsOf(items).map(({ key, title, orders }, index) => (
              <section key={key} className={index > 0 ? 'mt-24' : undefined}>
                <GroupHead title={title} isAlert={key === reviewKey}>
                  {key !== reviewKey && (
                    <span className="text-15/140 font-semibold text-ink-2">
                      {paidOn(sums[key])}
                    </span>
                  )}
                </GroupHead>
                <ul data-rows>
                  {orders.map((order) => (
                    <OrderRow
                      key={order.reference}
                      order={order}
                      selection={selection}
                      onOpen={() => onOpen(order.reference)}
                    />
                  ))}
                </ul>
              </section>
            ))}
            <Pager
              page={page}
              pageSize={pageSize}
              total={total}
              things="orders"
              onPage={(next) => {
                selection.end()
                change({ page: String(next) })
                document.getElementById(ordersHeadId)?.focus()
                scrollTo({ top: 0 })
              }}
            />
            {total > 0 && (
              <div className="mt-24">
                <DownloadFile path="/api/admin/orders.csv" className="btn btn-outline" />
              </div>
            )}
          </>
        )}
      </Loaded>
      <PaymentDays query={paymentDays} />
      {selection.isSelecting && !isHidden && (
        <SelectionBar
          selection={selection}
          all={rows.map(({ reference }) => reference)}
          total={query.data?.total}
          progress={bulk.progress}
          actions={[
            { label: 'CSV', icon: icons.download, onPress: () => void downloadCsv() },
            { label: 'Send links', icon: icons.mail, onPress: () => void sendLinks() },
          ]}
        />
      )}
    </section>
  )
}

const ordersOf = (count: number) => `${formatCount(count)} ${count === 1 ? 'order' : 'orders'}`

/** Tests apart: they are not money. */
const paidOn = ({ amount, testAmount } = { amount: 0, testAmount: 0 }) =>
  testAmount > 0 ? `${formatNaira(amount)}, tests ${formatNaira(testAmount)}` : formatNaira(amount)

const isOfADay = ({ status }: AdminOrder) => status !== 'needs_review'
const reviewKey = 'review'

/** What needs a review, then the days of Lagos. */
function groupsOf(items: AdminOrder[]) {
  const groups: { key: string; title: string; orders: AdminOrder[] }[] = []
  for (const order of items) {
    const key = isOfADay(order) ? dayOf(order.createdAt) : reviewKey
    const last = groups.at(-1)
    if (last?.key === key) last.orders.push(order)
    else {
      const title =
        key === reviewKey ? stateLabels.needs_review : formatNearDay(order.createdAt, true)
      groups.push({ key, title, orders: [order] })
    }
  }
  return groups
}

interface NoOrdersProps {
  search: string
  status: OrderFilter
  total: number
  change: ListParams<OrderFilter>['change']
}

function NoOrders({ search, status, total, change }: NoOrdersProps) {
  const showAll = (fields: Parameters<typeof change>[0], label: string) => (
    <ShowAll label={label} onPress={() => change(fields)} />
  )
  if (total > 0) return <NothingOnPage onFirst={() => change({ page: '' })} />
  if (search === '' && status === 'all') {
    return (
      <EmptyGuide
        title="No orders yet"
        text="Whoever buys a book on the site appears here."
        steps={[
          'Add a book with its PDF and a price.',
          'Publish it, and share its link.',
          'The order stands here, and the buyer has the book by mail.',
        ]}
      >
        <a className="btn" href={staffPaths.newBook}>
          Add New Book
        </a>
      </EmptyGuide>
    )
  }
  if (search === '' && status === 'needs_review') {
    return (
      <EmptyList
        isDone
        title="All caught up"
        text="What was paid is what was ordered. You get a mail when it is not."
      >
        {showAll({ status: 'all' }, 'Show all orders')}
      </EmptyList>
    )
  }
  const among = status === 'all' ? '' : ` among those marked “${stateLabels[status]}”`
  return (
    <EmptyList
      title="No orders found"
      text={search ? `There is no order with “${search}”${among}.` : `There is none${among}.`}
    >
      {search && status !== 'all'
        ? showAll({ status: 'all' }, 'Search all orders')
        : showAll({ search: '', status: 'all' }, 'Show all orders')}
    </EmptyList>
  )
}
