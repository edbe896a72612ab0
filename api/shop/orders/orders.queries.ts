import { readSnapshot } from '#api/staff/activity/undo.queries.ts'
import { downloadLink } from '#contract/form-limits.ts'
import { keptDays } from '#contract/retention.ts'
import { describeProblem, type OrderProblem } from '#contract/shop/order-problems.ts'
import { inLagos } from '#db/lagos.ts'
import { columns, first, hasRows, type Row, type RowOf, sql, values } from '#db/sql.ts'
import { hashOrderKey } from './order-secrets.ts'

export const orderColumns = columns('orders', [
  'id',
  'reference',
  'orderNumber',
  'bookId',
  'bookTitle',
  'authorName',
  'unitKobo',
  'quantity',
  'discountId',
  'discountCode',
  'discountKobo',
  'amountKobo',
  'vatBasisPoints',
  'vatKobo',
  'currency',
  'paymentMethod',
  'provider',
  'isTest',
  'buyerName',
  'buyerEmail',
  'readerId',
  'placedFrom',
  'purchaseId',
  'refundDue',
  'codesOpenHere',
  'state',
  'checkoutUrl',
  'problemCode',
  'problemKobo',
  'problemCurrency',
  'problemReference',
  'lastDigits',
  'paidAt',
  'refundedAt',
  'createdAt',
])

export type OrderRow = RowOf<typeof orderColumns> & { currency: 'NGN' }

export type ProblemFacts = Pick<
  OrderRow,
  | ('problemCode' | 'problemKobo' | 'problemCurrency' | 'problemReference')
  | ('amountKobo' | 'currency')
>

/** Why it needs a review, in words for the publisher; null for an order that does not. */
export function problemOf({ problemCode: code, ...order }: ProblemFacts): string | null {
  if (!code) return null
  const { problemKobo, problemCurrency, problemReference } = order
  return describeProblem(
    {
      code: code as OrderProblem['code'],
      kobo: problemKobo ?? undefined,
      currency: problemCurrency ?? undefined,
      reference: problemReference ?? undefined,
    },
    order,
  )
}

export type BookOnSale = Row<'books', 'id' | 'title' | 'authorName' | 'pdfBytes'> & {
  unitKobo: number
}

export function findBookOnSale(id: string) {
  return first(sql<BookOnSale[]>`
    select id, title, author_name, price_kobo as unit_kobo, pdf_bytes
    from books where id = ${id} and is_published and deleted_at is null`)
}

type GivenByCaller =
  | ('id' | 'reference' | 'bookId' | 'bookTitle' | 'authorName' | 'unitKobo' | 'quantity')
  | ('amountKobo' | 'paymentMethod' | 'provider' | 'isTest' | 'buyerName' | 'buyerEmail')

export interface NewOrder extends Pick<OrderRow, GivenByCaller> {
  keyHash: string
  readerId: string | null
  /** Null for an order that does not count as unpaid. */
  placedFrom?: string | null
  /** The first order of the purchase that it is another attempt to pay. */
  purchaseId?: string | null
  discountId?: string | null
  discountCode?: string | null
  discountKobo?: number
  vatBasisPoints?: number
  vatKobo?: number
  /** The key is hashed, with the buyer's identity. */
  idempotencyKey: string | null
  /** The first background check; null for never. */
  nextCheckAt?: Date | null
}

/** Resolves to nothing when the same submission has made one already; waits for one in progress. */
export function insertOrder(order: NewOrder) {
  return first(sql<OrderRow[]>`
    insert into orders ${values('orders', order)}
    on conflict (idempotency_key) where idempotency_key is not null do nothing
    returning ${sql(orderColumns)}`)
}

export function findOrderBySubmission(idempotencyKey: string) {
  return first(sql<OrderRow[]>`
    select ${sql(orderColumns)} from orders where idempotency_key = ${idempotencyKey}`)
}

/** After a day the same submission is a new order. */
export async function expireSubmissions() {
  await sql`
    update orders set idempotency_key = null, placed_from = null
    where (idempotency_key is not null or placed_from is not null)
      and created_at < now() - interval '1 day'`
}

export function findOrder(id: string) {
  return first(sql<OrderRow[]>`select ${sql(orderColumns)} from orders where id = ${id}`)
}

export function findOrderByReference(reference: string) {
  return first(sql<OrderRow[]>`
    select ${sql(orderColumns)} from orders where reference = ${reference}`)
}

export function lockOrder(id: string) {
  return first(sql<OrderRow[]>`
    select ${sql(orderColumns)} from orders where id = ${id} for no key update`)
}

export function findOrderCalled(name: string) {
  return first(sql<OrderRow[]>`
    select ${sql(orderColumns)} from orders where reference = ${name} or order_number = ${name}`)
}

/** Keys are compared by hash, so that the response time reveals nothing. */
export function findOrderByKey(reference: string, key: string) {
  return first(sql<OrderRow[]>`
    select ${sql(orderColumns)} from orders
    where reference = ${reference} and key_hash = ${hashOrderKey(key)}`)
}

/**
 * Lists those of the last year. Anybody can order in this name, so those that money was paid for or a gift became come
 * first, then free ones, and of those without a payment only the newest few.
 */
export function listOrdersOf(buyerEmail: string) {
  const theirs = sql`
    select ${sql(orderColumns)} from orders
    where buyer_email = ${buyerEmail} and created_at > now() - interval '1 year'`
  return sql<OrderRow[]>`
    (${theirs} and state in ('paid', 'needs_review', 'refunded')
      order by amount_kobo > 0 or provider = 'gift' desc, state = 'paid' desc, created_at desc, id desc
      limit ${mostMailed.paid})
    union all
    (${theirs} and state not in ('paid', 'needs_review', 'refunded')
      order by created_at desc, id desc limit ${mostMailed.unpaid})`
}

/** A buyer with more orders can find older ones by their reference. */
const mostMailed = { paid: 15, unpaid: 3 }

type Checkout = Pick<OrderRow, 'id' | 'reference' | 'provider'>

/**
 * One of several calls gets the claim; it expires after longer than a provider may take. Resolves to the reference and the
 * provider.
 */
export function claimCheckout(id: string) {
  return first(sql<Checkout[]>`
    update orders set checkout_claimed_until = now() + interval '22 seconds'
    where id = ${id} and state = 'pending' and checkout_url is null
      and (checkout_claimed_until is null or checkout_claimed_until < now())
    returning id, reference, provider`)
}

/** It is not, if the order has meanwhile got another reference: what is paid there would be of no order. */
const isStill = ({ id, reference }: Checkout) =>
  sql`id = ${id} and reference = ${reference} and checkout_url is null`

/** False: the address must not be given to anybody. */
export function setCheckout(checkout: Checkout, checkoutUrl: string): Promise<boolean> {
  return hasRows(sql`
    update orders set checkout_url = ${checkoutUrl}, checkout_claimed_until = null
    where ${isStill(checkout)}`)
}

/** Lets the next submission try again, under a new reference, or at another provider, if the old one cannot be paid. */
export async function releaseCheckout(
  checkout: Checkout,
  next: Pick<OrderRow, 'reference'> & Partial<Pick<OrderRow, 'provider'>> = checkout,
) {
  const { reference, provider = checkout.provider } = next
  return hasRows(sql`
    update orders set checkout_claimed_until = null, reference = ${reference}, provider = ${provider}
    where ${isStill(checkout)}`)
}

// The transitions. Each statement names the states that it starts from, so one of several calls gets the row.

/** A late payment wins over these. */
const unpaid = () => sql`state in ('pending', 'failed', 'abandoned', 'expired')`

export function setPaid(
  id: string,
  paid: { paidAt: string | null; lastDigits: string | null; providerStatus: string },
) {
  return first(sql<OrderRow[]>`
    update orders set state = 'paid', paid_at = coalesce(${paid.paidAt}::timestamptz, now()),
      last_digits = ${paid.lastDigits}, provider_status = ${paid.providerStatus}, next_check_at = null,
      placed_from = null
    where id = ${id} and ${unpaid()} returning ${sql(orderColumns)}`)
}

/** `refundDue`: the background check has the money given back. */
export function setNeedsReview(
  id: string,
  {
    problem: { code, kobo, currency, reference },
    ...found
  }: {
    problem: OrderProblem
    providerStatus: string
    refundDue: boolean
  },
) {
  return first(sql<OrderRow[]>`
    update orders set state = 'needs_review', problem_code = ${code},
      problem_kobo = ${kobo ?? null}, problem_currency = ${currency ?? null},
      problem_reference = ${reference ?? null},
      provider_status = ${found.providerStatus}, refund_due = ${found.refundDue},
      next_check_at = case when ${found.refundDue} then now() + interval '1 minute' end
    where id = ${id} and ${unpaid()} returning ${sql(orderColumns)}`)
}

/** It is not paid so far, and still verified until its day is over. */
export function setUnpaid(id: string, state: 'failed' | 'abandoned', providerStatus: string) {
  return first(sql<OrderRow[]>`
    update orders set state = ${state}, provider_status = ${providerStatus}, idempotency_key = null
    where id = ${id} and state = 'pending' returning ${sql(orderColumns)}`)
}

export function setExpired(id: string, providerStatus: string) {
  return first(sql<OrderRow[]>`
    update orders set state = 'expired', provider_status = ${providerStatus}, idempotency_key = null,
      next_check_at = null
    where id = ${id} and state = 'pending' returning ${sql(orderColumns)}`)
}

/** It may be a payment that did not match the order, or that went back before it was seen here. */
export function setRefunded(id: string, providerStatus: string) {
  return first(sql<OrderRow[]>`
    update orders set state = 'refunded', refunded_at = now(), provider_status = ${providerStatus},
      next_check_at = null
    where id = ${id} and state <> 'refunded' returning ${sql(orderColumns)}`)
}

export async function setProviderStatus(id: string, providerStatus: string) {
  await sql`
    update orders set provider_status = ${providerStatus}
    where id = ${id} and provider_status is distinct from ${providerStatus}`
}

/** Deletes the names of buyers who never paid, who get no mails any more; those of one address at once. */
export async function deleteUnpaidBuyers(email?: string) {
  const days = email ? 0 : keptDays.unpaidBuyer
  await sql`
    update orders set buyer_name = '', buyer_email = '', reader_id = null
    where state in ('failed', 'abandoned', 'expired')
      and ${email ? sql`buyer_email = ${email}` : sql`buyer_email <> ''`}
      and created_at < now() - make_interval(days => ${days})
      and not exists (
        select from invoices where order_id = orders.id and open_until >= current_date - ${days}::integer)`
}

/** One of several calls gets the claim, for a day. From now on the background check finishes the refund after a crash. */
export function claimRefund(id: string): Promise<boolean> {
  return hasRows(sql`
    update orders set refund_asked_at = now(), next_check_at = now() + interval '1 minute'
    where id = ${id} and state in ('paid', 'needs_review')
      and (refund_asked_at is null or refund_asked_at < now() - interval '1 day')`)
}

/** The refund may be requested again. */
export async function releaseRefund(id: string) {
  await sql`update orders set refund_asked_at = null where id = ${id}`
}

/** `seconds` are counted from now. */
export async function checkIn(orderId: string, seconds: number) {
  await sql`
    update orders set next_check_at = now() + make_interval(secs => ${seconds}) where id = ${orderId}`
}

/** It is set while the order waits for its money. */
export async function setNextCheck(orderId: string, at: Date) {
  await sql`
    update orders set next_check_at = ${at}
    where id = ${orderId} and state = 'pending'`
}

/** It waits for its money again. `state`: expired where it cannot have its discount again. */
export async function reopenOrder(orderId: string, state: 'pending' | 'expired') {
  await sql`
    update orders set state = ${state}, problem_code = null, problem_kobo = null,
      problem_currency = null, problem_reference = null, refund_asked_at = null
    where id = ${orderId} and state = 'needs_review'`
}

/** Unless a refund is due or in progress, which may take weeks. */
export async function endChecks(id: string) {
  await sql`
    update orders set next_check_at = null
    where id = ${id} and coalesce(refund_asked_at < now() - interval '30 days', not refund_due)`
}

/** Until the transaction ends, only one order of a purchase is settled. */
export async function lockPurchase({ id, purchaseId }: Pick<OrderRow, 'id' | 'purchaseId'>) {
  const purchase = purchaseId ?? id
  await sql`select pg_advisory_xact_lock(hashtextextended(${`purchase ${purchase}`}, 0))`
}

/** Another order of the same purchase that is paid. Lock the purchase first. */
export function findPaidInstead({ id, purchaseId }: Pick<OrderRow, 'id' | 'purchaseId'>) {
  const purchase = purchaseId ?? id
  return first(sql<Row<'orders', 'id' | 'reference'>[]>`
    select id, reference from orders
    where (id = ${purchase} or purchase_id = ${purchase}) and id <> ${id} and state = 'paid'
    limit 1`)
}

export type OrderActor =
  | ('buyer' | 'webhook' | 'return' | 'check' | 'sweep' | 'publisher')
  /** The comparison with the provider's list. */
  | 'reconciliation'

/** Call it in the transaction of the event. */
export async function insertOrderEvent(
  orderId: string,
  event: { what: string; by: OrderActor; note?: string | null | undefined },
) {
  const { what, by, note = null } = event
  await sql`
    insert into order_events (order_id, what, by, note) values (${orderId}, ${what}, ${by}, ${note})`
}

// This is written out as in its index.
const isOfRefundRequest = () =>
  sql`what in ('money back wanted', 'refund declined', 'refusal undone')`

/** As `refundRequestOf` reads them. */
export function listRefundEvents(orderId: string) {
  return sql<Row<'order_events', 'at' | 'what' | 'note'>[]>`
    select at, what, note from order_events
    where order_id = ${orderId} and ${isOfRefundRequest()} order by id`
}

/** Whatever was said last; lock the order first. */
export const snapshotRefundRequest = (orderId: string) =>
  readSnapshot({
    request: sql`
      select id from order_events
      where order_id = ${orderId} and ${isOfRefundRequest()} order by id desc limit 1`,
  })

/** Paid orders whose buyers wait for an answer, by `asked_at`; not those whose money is on its way. */
export const refundsWanted = () => sql`
  (select orders.*, last.at as asked_at
    from (
      select distinct on (order_id) order_id, what, at from order_events
      where ${isOfRefundRequest()} order by order_id, id desc
    ) as last join orders on orders.id = order_id
    where what <> 'refund declined' and state = 'paid' and refund_asked_at is null)`

export const isRefundWanted = (orderId: string) =>
  hasRows(sql`select from ${refundsWanted()} as wanted where id = ${orderId}`)

export async function insertFirstLink(orderId: string, tokenHash: string) {
  await sql`
    insert into download_links (order_id, generation, token_hash, expires_at)
    values (${orderId}, 1, ${tokenHash}, now() + make_interval(days => ${downloadLink.days}))`
}

/** Ends the codes that nobody redeemed, after one that is just being redeemed; the orders that the others became. */
export async function endCodes(orderId: string): Promise<string[]> {
  await sql`delete from gift_codes where order_id = ${orderId} and redeemed_as is null`
  const rows = await sql<{ id: string }[]>`
    select redeemed_as as id from gift_codes where order_id = ${orderId}`
  return rows.map(({ id }) => id)
}

/** They are numbered from 1. */
export async function insertGiftCodes(orderId: string, hashes: string[]) {
  if (hashes.length === 0) return
  const rows = hashes.map((codeHash, index) => ({ orderId, number: index + 1, codeHash }))
  await sql`insert into gift_codes ${values('gift_codes', rows)}`
}

/**
 * Claims the orders that are longest due and schedules their next checks: after 1, 3, 10 and 30 minutes, then hourly,
 * abandoned ones with pauses that double, those of invoices once their time is over, then daily. Payments in progress come before those unknown to the provider.
 */
export function claimDueOrders(most: number) {
  return sql<Row<'orders', 'reference'>[]>`
    update orders set next_check_at = case
      when provider = 'bank' then greatest(now() + interval '1 day',
        (select ${inLagos(sql`(open_until + 1)::timestamp`)} from invoices where order_id = orders.id))
      when now() < created_at + interval '3 minutes' then created_at + interval '3 minutes'
      when now() < created_at + interval '10 minutes' then created_at + interval '10 minutes'
      when now() < created_at + interval '30 minutes' then created_at + interval '30 minutes'
      when state = 'abandoned' and now() < created_at + interval '1 day'
        then least(now() + (now() - created_at), created_at + interval '1 day')
      else created_at + interval '1 hour' * (floor(extract(epoch from now() - created_at) / 3600) + 1)
    end
    where id in (
      select id from orders where next_check_at <= now()
      order by coalesce(provider_status, 'unknown') in ('unknown', 'abandoned'), next_check_at
      limit ${most} for update skip locked)
    returning reference`
}

/** Resolves to whether the webhook is new, or known and not settled yet. */
export async function insertWebhook(
  notice: Row<'payment_notices', 'provider' | 'notice' | 'reference'>,
): Promise<'new' | 'open' | 'settled'> {
  const { count } = await sql`
    insert into payment_notices ${values('payment_notices', notice)} on conflict do nothing`
  if (count > 0) return 'new'
  const [stored] = await sql<Row<'payment_notices', 'settledAt'>[]>`
    select settled_at from payment_notices
    where provider = ${notice.provider} and notice = ${notice.notice}`
  return stored?.settledAt === null ? 'open' : 'settled'
}

export async function markNoticeSettled(provider: string, notice: string) {
  await sql`
    update payment_notices set settled_at = now()
    where provider = ${provider} and notice = ${notice} and settled_at is null`
}

/** Claims unsettled webhooks, with pauses that grow from ten minutes, for a week. */
export function claimUnsettledWebhooks(most: number) {
  return sql<Row<'payment_notices', 'provider' | 'notice' | 'reference'>[]>`
    update payment_notices
    set next_try_at = now() + greatest(interval '10 minutes', now() - received_at)
    where (provider, notice) in (
      select provider, notice from payment_notices
      where settled_at is null and next_try_at <= now() and received_at > now() - interval '7 days'
      order by next_try_at limit ${most} for update skip locked)
    returning provider, notice, reference`
}
