import { type Row, sql, transaction, values } from '#db/sql.ts'
import { type SoldBook, splitSale } from './split-sale.ts'

// The only place that writes entries of orders: one sale and one refund at most, and nothing of tests and what was free.

type SoldOrder = Row<'orders', 'id' | 'amountKobo' | 'discountKobo' | 'vatKobo'>

/**
 * Divides what was paid between VAT, authors and publisher, once. Call it in the transaction that makes the order paid.
 * `soldAt`: whose shares hold; undefined: those of now.
 */
export async function postSale(order: SoldOrder, soldAt: string | null = null) {
  const entryId = await insertOrderEntry(order.id, 'sale')
  if (entryId === undefined) return
  const { amountKobo, discountKobo, vatKobo } = order
  const books = await listSoldBooks(order.id, soldAt)
  const { shares, publisherKobo } = splitSale({ amountKobo, discountKobo, vatKobo }, books)
  await insertLines(entryId, [
    { account: 'received', kobo: -amountKobo },
    { account: 'publisher', kobo: publisherKobo },
    ...(vatKobo > 0 ? [{ account: 'vat' as const, kobo: vatKobo }] : []),
    ...shares.map(({ accountId, ...share }) => ({
      account: 'author' as const,
      authorAccountId: accountId,
      ...share,
    })),
  ])
}

/** The reverse of the sale, once; nothing where none was posted. Call it in the transaction that makes the order refunded. */
export async function postRefund(orderId: string) {
  await sql`
    with refund as (
      insert into ledger_entries (kind, order_id)
      select 'refund', order_id from ledger_entries where order_id = ${orderId} and kind = 'sale'
      on conflict do nothing returning id
    )
    insert into ledger_lines (entry_id, position, account, author_account_id, kobo, book_id, basis_points,
      discount_kobo, paid_kobo, vat_kobo)
    select refund.id, position, account, author_account_id, -kobo, book_id, basis_points,
      -discount_kobo, -paid_kobo, -vat_kobo
    from refund, ledger_lines
    where entry_id = (select id from ledger_entries where order_id = ${orderId} and kind = 'sale')`
}

/** Undefined: of a test, of nothing paid, or posted already. */
async function insertOrderEntry(orderId: string, kind: 'sale'): Promise<number | undefined> {
  const [entry] = await sql<Row<'ledger_entries', 'id'>[]>`
    insert into ledger_entries (kind, order_id)
    select ${kind}, id from orders where id = ${orderId} and ${isCounted()}
    on conflict do nothing returning id`
  return entry?.id
}

/** Of an order: money moved. */
const isCounted = () => sql`not is_test and amount_kobo > 0`

type NewLine = Pick<Row<'ledger_lines'>, 'account' | 'kobo'> & Partial<Row<'ledger_lines'>>

export async function insertLines(entryId: number, lines: readonly NewLine[]) {
  const rows = lines.map((line, index) => ({
    ...{ entryId, position: index + 1, authorAccountId: null, bookId: null, basisPoints: null },
    ...{ discountKobo: null, paidKobo: null, vatKobo: null },
    ...line,
  }))
  await sql`insert into ledger_lines ${values('ledger_lines', rows)}`
}

/** The parts of a bundle, or the one book. */
async function listSoldBooks(orderId: string, soldAt: string | null): Promise<SoldBook[]> {
  const rows = await sql<
    { bookId: string; unitKobo: number; accountId: string | null; basisPoints: number | null }[]
  >`
    with sold as (
      select p.book_id, p.position,
        coalesce(p.unit_kobo, (select round(price * 100) from books where id = p.book_id))::bigint as unit_kobo
      from order_parts p where p.order_id = ${orderId}
      union all
      select o.book_id, 1, o.unit_kobo from orders o
      where o.id = ${orderId} and not exists (select from order_parts where order_id = o.id)
    )
    select sold.book_id, sold.unit_kobo, share.account_id, share.basis_points
    from sold left join lateral (
      select account_id, basis_points from book_shares
      where book_id = sold.book_id and since <= coalesce(${soldAt}::timestamptz, now())
      order by id desc limit 1
    ) as share on true
    order by sold.position`
  return rows.map(({ accountId, basisPoints, ...book }) => ({
    ...book,
    share: accountId && basisPoints ? { accountId, basisPoints } : null,
  }))
}

const atOnce = 200

/**
 * Posts what is not posted yet: orders from before there was a ledger, and of the release before, which runs beside this
 * one during an upgrade. Any number of replicas may do so.
 */
export async function postMissing(signal?: AbortSignal) {
  let isMore = true
  while (isMore && !signal?.aborted) isMore = await transaction(postSome)
}

/** Resolves to whether there may be more. */
async function postSome(): Promise<boolean> {
  const sales = await sql<(SoldOrder & { soldAt: string })[]>`
    select id, amount_kobo, discount_kobo, vat_kobo, coalesce(
        (select min(at) from order_events where order_id = orders.id and what = 'paid'), paid_at
      ) as sold_at
    from orders
    where state = 'paid' and ${isCounted()} and not exists (
      select from ledger_entries where order_id = orders.id and kind = 'sale')
    limit ${atOnce} for update skip locked`
  for (const { soldAt, ...order } of sales) await postSale(order, soldAt)
  const refunds = await sql<Row<'orders', 'id'>[]>`
    select id from orders
    where state = 'refunded'
      and exists (select from ledger_entries where order_id = orders.id and kind = 'sale')
      and not exists (select from ledger_entries where order_id = orders.id and kind = 'refund')
    limit ${atOnce} for update skip locked`
  for (const { id } of refunds) await postRefund(id)
  return sales.length === atOnce || refunds.length === atOnce
}
