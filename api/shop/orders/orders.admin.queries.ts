import { toNaira } from '#contract/money.ts'
import type { OrderState } from '#contract/states.ts'
import { inLagos, isWithinDays, lagosDay } from '#db/lagos.ts'
import {
  containing,
  countRows,
  idsWithWords,
  plannedEachTime,
  type Row,
  type Slice,
  sql,
} from '#db/sql.ts'
import { type OrderRow, orderColumns, refundsWanted } from './orders.queries.ts'

export interface OrderFilter {
  state?: OrderState | undefined
  /** It is looked for in number, reference, buyer's name, e-mail address and title, in any case. */
  search?: string | undefined
}

export type OrderEvent = Row<'order_events', 'at' | 'what' | 'by' | 'note'>

type PlacedOrder = OrderRow &
  Row<'orders', 'providerStatus'> & {
    downloads: number
    parts: string[]
    codesRedeemed: number
    bookCategory: string | null
    coverImageUrl: string | null
  }

export type AdminOrderRow = PlacedOrder & { events: OrderEvent[] }

/** The downloads of an order by all its links; each part of a bundle is a row of its own. */
export const downloadsOf = (orderId: ReturnType<typeof sql>) => sql`
  (select downloads, last_download_at from download_links where order_id = ${orderId}
    union all
    select downloads, last_download_at from part_downloads where order_id = ${orderId}) as downloads`

/** What the admin shows beside the columns of an OrderRow. */
const adminColumns = () => sql`
  provider_status,
  (select coalesce(sum(downloads), 0) from ${downloadsOf(sql`orders.id`)})::integer as downloads,
  array(select title from order_parts where order_id = orders.id order by position) as parts,
  (select count(*) from gift_codes
    where order_id = orders.id and redeemed_as is not null)::integer as codes_redeemed,
  (select category from books where books.id = book_id) as book_category,
  (select cover_image_url from books where books.id = book_id) as cover_image_url`

/** Lists those that need a review first, then the newest, which an index gives. */
export async function listAdminOrders(filter: OrderFilter & Slice): Promise<AdminOrderRow[]> {
  const { limit, offset } = filter
  const part = (isToReview: boolean) => sql`(
    select id, ${isToReview} as is_to_review, created_at from orders
    where ${isToReview ? sql`state = 'needs_review'` : sql`state <> 'needs_review'`} ${narrow(filter)}
    order by created_at desc, id desc limit ${limit + offset})`
  return withEvents(
    await plannedEachTime(sql<PlacedOrder[]>`
      with page as (
        select id, is_to_review from (${part(true)} union all ${part(false)}) as parts
        order by is_to_review desc, created_at desc, id desc limit ${limit} offset ${offset}
      )
      select ${sql(orderColumns)}, ${adminColumns()}
      from page join orders using (id)
      order by is_to_review desc, created_at desc, id desc`),
  )
}

export function countOrdersByState() {
  return sql<{ name: OrderState; count: number }[]>`
    select state as name, count(*) from orders group by state`
}

/** What is paid of the orders of each day of Lagos, gifts and free ones at nothing; tests apart. */
export function sumOrderDays(filter: OrderFilter & { from: string; to: string }) {
  return plannedEachTime(sql<{ day: string; amountKobo: number; testKobo: number }[]>`
    select ${lagosDay(sql`created_at`)}::text as day,
      coalesce(sum(amount_kobo) filter (where not is_test), 0)::bigint as amount_kobo,
      coalesce(sum(amount_kobo) filter (where is_test), 0)::bigint as test_kobo
    from orders
    where state = 'paid' and provider <> 'gift'
      and ${isWithinDays(sql`created_at`, filter)}
      ${narrow(filter)}
    group by 1 order by 1 desc`)
}

type Fact = Pick<OrderEvent, 'at' | 'note'> & { what: string; by: string | null }

/** What else is stored of what happened to an order: mails, downloads, codes, and what staff sent. */
export function listOrderFacts(id: string) {
  return sql<Fact[]>`
    select sent_at as at, case when was_kept then 'kept' else 'mailed' end as what, null as by, kind as note
    from mails
    where recipient = (select buyer_email from orders where id = ${id}) and sent_at is not null
      and data ->> 'orderId' = ${id}
    union all
    select last_download_at, 'downloaded', null, downloads::text from ${downloadsOf(sql`${id}::uuid`)}
    where last_download_at is not null
    union all
    select redeemed_at, 'redeemed', redeemed.buyer_name, number::text
    from gift_codes left join orders redeemed on redeemed.id = redeemed_as
    where order_id = ${id} and redeemed_at is not null
    union all
    select at, 'links sent', who, null from activity
    where subject_id = ${id} and action = 'orderLinksSent'`
}

export function listOrdersNamed(references: string[]) {
  return sql<OrderRow[]>`
    select ${sql(orderColumns)} from orders where reference = any (${references})
    order by created_at, id`
}

export async function countAdminOrders(filter: OrderFilter): Promise<number> {
  const [row] = await plannedEachTime(sql<{ count: number }[]>`
    select count(*) from orders where true ${narrow(filter)}`)
  return row?.count ?? 0
}

/** The text that is searched, written as in its index. */
const searchText = () => sql`
  lower(normalize(order_number || E'\\n' || reference || E'\\n' || buyer_name || E'\\n' || buyer_email || E'\\n' || book_title))`

function narrow({ state, search }: OrderFilter) {
  const text = search?.trim()
  return sql`
    ${state ? sql`and state = ${state}` : sql``}
    ${text ? sql`and ${searchText()} like lower(normalize(${containing(text)}))` : sql``}`
}

/** Lists those with all these words in number, reference, buyer's name, e-mail address and title; newest first. */
export function listFoundOrders(words: string[], limit: number) {
  const newestFirst = sql`created_at desc, id desc`
  return plannedEachTime(sql<
    Row<
      'orders',
      'reference' | 'orderNumber' | 'buyerName' | 'bookTitle' | 'amountKobo' | 'state'
    >[]
  >`
    select reference, order_number, buyer_name, book_title, amount_kobo, state from orders
    where id in (${idsWithWords(words, { from: sql`orders where true`, text: searchText(), newestFirst })})
    order by ${newestFirst} limit ${limit}`)
}

export async function findAdminOrder(name: string): Promise<AdminOrderRow | undefined> {
  const [order] = await withEvents(
    await sql<PlacedOrder[]>`
      select ${sql(orderColumns)}, ${adminColumns()} from orders
      where reference = ${name} or order_number = ${name}`,
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

/** Gifts count where they were bought, free copies not at all. What a test paid is in no sum with money. */
const isSale = (isTest = false) =>
  sql`state = 'paid' and provider <> 'gift' and amount_kobo > 0 and is_test = ${isTest}`

/** Sums sales as the dashboard says them. Those of tests stand beside them while payments are themselves tests. */
export async function sumSales(arePaymentsTests: boolean) {
  const [real, tests] = await Promise.all([
    sumOf(false),
    arePaymentsTests ? sumOf(true) : undefined,
  ])
  return {
    totalRevenue: real.naira,
    totalSales: real.copies,
    testRevenue: tests?.naira,
    testSales: tests?.copies,
  }
}

async function sumOf(isTest: boolean) {
  const [sums] = await sql<{ amountKobo: number; copies: number }[]>`
    select coalesce(sum(amount_kobo), 0)::bigint as amount_kobo,
      coalesce(sum(quantity), 0)::bigint as copies
    from orders where ${isSale(isTest)}`
  return { naira: toNaira(sums?.amountKobo ?? 0), copies: sums?.copies ?? 0 }
}

/** The last twelve months in Lagos, oldest first; months without sales too. */
export function listMonthlySales() {
  return sql<{ month: string; amountKobo: number; copies: number }[]>`
    with months as (
      select date_trunc('month', ${inLagos(sql`now()`)}) - make_interval(months => ago) as first
      from generate_series(0, 11) as ago
    )
    select to_char(first, 'YYYY-MM') as month,
      coalesce(sum(amount_kobo), 0)::bigint as amount_kobo,
      coalesce(sum(quantity), 0)::bigint as copies
    from months left join orders on ${isSale()}
      and paid_at >= ${inLagos(sql`first`)}
      and paid_at < ${inLagos(sql`(first + interval '1 month')`)}
    group by first order by first`
}

const paidWithin = (days: { from: string; to: string }) => isWithinDays(sql`paid_at`, days)

/** The days with sales from one day to another, both included. yyyy-mm-dd in Lagos */
export function listDailySales(days: { from: string; to: string }) {
  return sql<{ day: string; amountKobo: number; copies: number }[]>`
    select ${lagosDay(sql`paid_at`)}::text as day,
      sum(amount_kobo)::bigint as amount_kobo, sum(quantity)::bigint as copies
    from orders where ${isSale()} and ${paidWithin(days)} group by 1 order by 1`
}

/** The most sold from one day to another, both included, with their copies. yyyy-mm-dd in Lagos */
export function listTopBooks(days: { from: string; to: string }, limit: number) {
  return sql<{ title: string; copies: number }[]>`
    select max(book_title) as title, sum(quantity)::bigint as copies
    from orders where ${isSale()} and ${paidWithin(days)}
    group by book_id order by copies desc, book_id limit ${limit}`
}

export function countOrdersToReview(): Promise<number> {
  return countRows(sql`orders where state = 'needs_review'`)
}

/** The oldest that needs a review, and how many do. */
export const oldestToReview = () => sql`
  select reference as id, amount_kobo, problem_code, problem_kobo, problem_currency,
    problem_reference, count(*) over ()
  from orders where state = 'needs_review' order by created_at, id limit 1`

/** The order whose buyer has waited longest for money, and how many wait. */
export const oldestRefundWanted = () => sql`
  select reference as id, buyer_name as name, amount_kobo as due_kobo, count(*) over ()
  from ${refundsWanted()} as wanted order by asked_at, id limit 1`
