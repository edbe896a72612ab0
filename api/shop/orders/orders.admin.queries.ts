import type { OrderState } from '#contract/states.ts'
import { containing, plannedEachTime, type Row, sql } from '#db/sql.ts'
import { type OrderRow, orderColumns } from './orders.queries.ts'

export interface OrderFilter {
  state?: OrderState | undefined
  /** In reference, buyer's name, e-mail address or title, in any case. */
  search?: string | undefined
}

export type OrderEvent = Row<'order_events', 'at' | 'what' | 'by' | 'note'>

type PlacedOrder = OrderRow &
  Row<'orders', 'providerStatus'> & { downloads: number; codesRedeemed: number }

export type AdminOrderRow = PlacedOrder & { events: OrderEvent[] }

/** What the admin shows beside the columns of an OrderRow. */
const adminColumns = () => sql`
  provider_status,
  (select coalesce(sum(downloads), 0) from download_links where order_id = orders.id)::integer as downloads,
  (select count(*) from gift_codes
    where order_id = orders.id and redeemed_as is not null)::integer as codes_redeemed`

export async function listAdminOrders(
  filter: OrderFilter & { limit: number; offset: number },
): Promise<AdminOrderRow[]> {
  return withEvents(
    await plannedEachTime(sql<PlacedOrder[]>`
      select ${sql(orderColumns)}, ${adminColumns()} from orders
      where true ${narrow(filter)}
      order by created_at desc, id desc limit ${filter.limit} offset ${filter.offset}`),
  )
}

export async function countAdminOrders(filter: OrderFilter): Promise<number> {
  const [row] = await plannedEachTime(sql<{ count: number }[]>`
    select count(*) from orders where true ${narrow(filter)}`)
  return row?.count ?? 0
}

function narrow({ state, search }: OrderFilter) {
  const text = search?.trim()
  return sql`
    ${state ? sql`and state = ${state}` : sql``}
    ${
      text
        ? sql`and lower(normalize(concat_ws(chr(10), reference, buyer_name, buyer_email, book_title)))
            like lower(normalize(${containing(text)}))`
        : sql``
    }`
}

export async function findAdminOrder(reference: string): Promise<AdminOrderRow | undefined> {
  const [order] = await withEvents(
    await sql<PlacedOrder[]>`
      select ${sql(orderColumns)}, ${adminColumns()} from orders where reference = ${reference}`,
  )
  return order
}

async function withEvents(orders: PlacedOrder[]): Promise<AdminOrderRow[]> {
  if (orders.length === 0) return []
  const events = await sql<(OrderEvent & Row<'order_events', 'orderId'>)[]>`
    select order_id, at, what, by, note from order_events
    where order_id in ${sql(orders.map(({ id }) => id))} order by id`
  return orders.map((order) => ({
    ...order,
    events: events.filter(({ orderId }) => orderId === order.id),
  }))
}

/** Paid or refunded orders, oldest first, after the given one; null: from the first on. */
export function listSoldAfter(id: string | null, limit: number) {
  return sql<OrderRow[]>`
    select ${sql(orderColumns)} from orders
    where state in ('paid', 'refunded')
      ${id ? sql`and (created_at, id) > (select created_at, id from orders where id = ${id})` : sql``}
    order by created_at, id limit ${limit}`
}

/** Gifts count where they were bought, free copies not at all; test payments only while the provider is itself a test. */
const isSale = (countsTests: boolean) =>
  sql`state = 'paid' and provider <> 'gift' and amount_kobo > 0 ${countsTests ? sql`` : sql`and not is_test`}`

export async function sumSales(countsTests: boolean) {
  const [sums] = await sql<{ amountKobo: number; copies: number }[]>`
    select coalesce(sum(amount_kobo), 0)::bigint as amount_kobo,
      coalesce(sum(quantity), 0)::bigint as copies
    from orders where ${isSale(countsTests)}`
  return sums ?? { amountKobo: 0, copies: 0 }
}

/** The last twelve months in Lagos, oldest first; months without sales too. */
export function listMonthlySales(countsTests: boolean) {
  return sql<{ month: string; amountKobo: number; copies: number }[]>`
    with months as (
      select date_trunc('month', now() at time zone 'Africa/Lagos') - make_interval(months => ago) as first
      from generate_series(0, 11) as ago
    )
    select to_char(first, 'YYYY-MM') as month,
      coalesce(sum(amount_kobo), 0)::bigint as amount_kobo,
      coalesce(sum(quantity), 0)::bigint as copies
    from months left join orders on ${isSale(countsTests)}
      and paid_at >= first at time zone 'Africa/Lagos'
      and paid_at < (first + interval '1 month') at time zone 'Africa/Lagos'
    group by first order by first`
}

export async function countOrdersToReview(): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from orders where state = 'needs_review'`
  return row?.count ?? 0
}
