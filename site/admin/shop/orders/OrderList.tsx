import { dayOf } from '#contract/dates.ts'
import { order } from '#contract/kinds/order.ts'
import { formatNaira } from '#contract/money.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { orderStates } from '#contract/states.ts'
import { adminCall, adminCallPage } from '#site/admin/lib/call.ts'
import { formatCount, formatCounted, formatNearDay } from '#site/admin/lib/format.ts'
import { type ListParams, useListQuery } from '#site/admin/lib/lists/use-list-params.ts'
import { useSelection } from '#site/admin/lib/lists/use-selection.ts'
import { useAdminCall } from '#site/admin/lib/use-admin-query.ts'
import { DownloadFile } from '#site/admin/ui/DownloadFile.tsx'
import { EmptyList, ShowAll } from '#site/admin/ui/frame/EmptyList.tsx'
import { Off } from '#site/admin/ui/frame/Off.tsx'
import { Link } from '#site/admin/ui/Link.tsx'
import { AdminList, adminPageSize } from '#site/admin/ui/lists/AdminList.tsx'
import { BulkFailures } from '#site/admin/ui/lists/BulkFailures.tsx'
import { NoneYet } from '#site/admin/ui/lists/EmptyGuide.tsx'
import { chipsOf } from '#site/admin/ui/lists/FilterChips.tsx'
import { GroupHead } from '#site/admin/ui/lists/GroupHead.tsx'
import { icons } from '#site/ui/icons/icons.ts'
import { OrderRow } from './OrderRow.tsx'
import { type AdminOrder, stateLabels } from './order-labels.ts'
import { DifferencesNote, PaymentDays, usePaymentDays } from './PaymentDays.tsx'
import { useOrdersTogether } from './use-orders-together.ts'

export const orderFilters = ['all', ...orderStates] as const
export type OrderFilter = (typeof orderFilters)[number]

const chips = ['all', 'paid', 'needs_review', 'pending'] as const
const moreChips = ['refunded', 'failed', 'abandoned', 'expired'] as const

export const ordersHeadId = 'orders-head'

interface Props {
  params: ListParams<OrderFilter>
  /** Another order is open over the list. */
  isHidden: boolean
  onOpen(reference: string): void
}

/** The orders: what needs a review first, then day by day, each with what was paid on it. */
export function OrderList({ params, isHidden, onOpen }: Props) {
  const { status } = params
  const selection = useSelection()
  const actions = useOrdersTogether(selection)
  const query = useListQuery('orders', params, async (asked) => {
    const found = await adminCallPage('GET /admin/orders', { ...asked, pageSize: adminPageSize })
    const days = found.items.filter(isOfADay).map(({ createdAt }) => dayOf(createdAt))
    const [to = ''] = days
    const from = days.at(-1) ?? ''
    const { page: _, ...filter } = asked
    const sums = from ? await adminCall('GET /admin/order-days', { ...filter, from, to }) : []
    return { ...found, sums: Object.fromEntries(sums.map((sum) => [sum.day, sum])) }
  })
  const counts = useAdminCall(['orders', 'counts'], 'GET /admin/order-counts', {}).data
  const paymentDays = usePaymentDays()
  const reminders = useAdminCall(['orders', 'reminders'], 'GET /admin/order-reminders', {}).data

  return (
    <div hidden={isHidden}>
      <AdminList
        id={ordersHeadId}
        title={status === 'all' ? 'All orders' : stateLabels[status]}
        head="hidden"
        kind={order}
        params={params}
        query={query}
        searchLabel="Search orders"
        isSearchBeside
        choices={chipsOf(chips, stateLabels, counts)}
        moreChoices={chipsOf(moreChips, stateLabels, counts)}
        keepsFilters
        art="cover"
        notice={
          <>
            <DifferencesNote query={paymentDays} />
            <div className="mb-18 empty:hidden">
              <Off name={selection.isSelecting ? 'mail' : 'payments'} />
            </div>
            {actions.failure && <BulkFailures {...actions.failure} />}
          </>
        }
        empty={(asked) => <NoOrders {...asked} change={params.change} />}
        groupOf={(order) =>
          isOfADay(order) ? formatNearDay(order.createdAt, true) : stateLabels.needs_review
        }
        groupHead={(title, order) => (
          <GroupHead title={title} isAlert={!isOfADay(order)}>
            {isOfADay(order) && (
              <span className="text-15/140 font-semibold text-ink-2">
                {paidOn(query.data?.sums[dayOf(order.createdAt)])}
              </span>
            )}
          </GroupHead>
        )}
        sectionClass="[section+&]:mt-24"
        row={(order) => (
          <OrderRow
            key={order.reference}
            order={order}
            selection={selection}
            onOpen={() => onOpen(order.reference)}
          />
        )}
        bulk={{
          selection,
          isHidden,
          idOf: ({ reference }) => reference,
          progress: actions.progress,
          actions: (chosen) => [
            {
              label: 'CSV',
              icon: icons.download,
              onPress: () => void actions.downloadCsv(chosen),
            },
            {
              label: 'Send links',
              icon: icons.mail,
              onPress: () => void actions.sendLinks(chosen),
            },
          ],
        }}
      />
      {query.data && query.data.total > 0 && (
        <div className="mt-24">
          <DownloadFile path="/api/admin/orders.csv" className="btn btn-outline" />
        </div>
      )}
      {reminders && reminders.written > 0 && (
        <p className="mt-24 text-15 text-ink-2">{describeReminders(reminders)}</p>
      )}
      <PaymentDays query={paymentDays} />
    </div>
  )
}

const describeReminders = ({ written, paid }: { written: number; paid: number }) =>
  `In the last 30 days we wrote to ${formatCounted(written, 'buyer')} about an order that was not paid; ${paid === 0 ? 'none' : formatCount(paid)} of them paid after it.`

/** Tests apart: they are not money. */
const paidOn = ({ amount, testAmount } = { amount: 0, testAmount: 0 }) =>
  testAmount > 0 ? `${formatNaira(amount)}, tests ${formatNaira(testAmount)}` : formatNaira(amount)

/** What needs a review stands above the days. */
const isOfADay = ({ status }: AdminOrder) => status !== 'needs_review'

interface NoOrdersProps {
  search: string
  status: OrderFilter
  change: ListParams<OrderFilter>['change']
}

function NoOrders({ search, status, change }: NoOrdersProps) {
  const showAll = (fields: Parameters<typeof change>[0], label: string) => (
    <ShowAll label={label} onPress={() => change(fields)} />
  )
  if (search === '' && status === 'all') {
    return (
      <NoneYet kind={order} level={2}>
        <Link look="button" href={staffPaths.newBook} label="Add New Book" />
      </NoneYet>
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
