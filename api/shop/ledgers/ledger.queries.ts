import { queueMail } from '#api/mails/mails.queries.ts'
import { type Row, sql, transaction, values } from '#db/sql.ts'
import { type SoldBook, splitSale } from './split-sale.ts'

// The only place that writes entries of orders: one sale and one refund at most, and nothing of tests and what was free.

type SoldOrder = Row<'orders', 'id' | 'amountKobo' | 'discountKobo' | 'vatKobo'>

/** Divides what was paid between VAT, authors and publisher, once. Call it in the transaction that makes the order paid. */
export async function postSale(order: SoldOrder) {
  const lines = await postSales([{ ...order, soldAt: null }])
  // They stand in one order, so that two sales of two bundles do not wait for each other for ever.
  const shares = lines
    .filter(({ bookId }) => bookId)
    .sort((a, b) => (`${a.bookId}` < `${b.bookId}` ? -1 : 1))
  for (const { entryId, authorAccountId: accountId, bookId } of shares) {
    if (!accountId || !bookId) continue
    const email = await findFirstSold(entryId, accountId, bookId)
    if (email) await queueMail('firstSale', email, { accountId, bookId })
  }
}

/** The author's address, if nothing of the book was sold before with a share of theirs. */
async function findFirstSold(entryId: number, accountId: string, bookId: string) {
  const isBefore = sql`
    select from ledger_lines where author_account_id = ${accountId} and book_id = ${bookId}
      and entry_id <> ${entryId}`
  const [early] =
    await sql`select from author_accounts where id = ${accountId} and not exists (${isBefore})`
  if (!early) return undefined
  // The second of two sales at once sees the first.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`first sale ${bookId}`}, 0))`
  const [author] = await sql<Row<'author_accounts', 'email'>[]>`
    select email from author_accounts where id = ${accountId} and not exists (${isBefore})`
  return author?.email
}

/** `soldAt`: whose shares hold; null: those of now. */
async function postSales(orders: readonly (SoldOrder & { soldAt: string | null })[]) {
  const ids = orders.map(({ id }) => id)
  const entries = await sql<{ id: number; orderId: string }[]>`
    insert into ledger_entries (kind, order_id)
    select 'sale', id from orders where id = any (${ids}::uuid[]) and ${isCounted()}
    on conflict do nothing returning id, order_id`
  if (entries.length === 0) return []
  const sold = await listSoldBooks(orders)
  const lines = entries.flatMap(({ id: entryId, orderId }) => {
    const { amountKobo, discountKobo, vatKobo } = orders.find(
      ({ id }) => id === orderId,
    ) as SoldOrder
    const books = sold.filter((book) => book.orderId === orderId)
    const { shares, publisherKobo } = splitSale({ amountKobo, discountKobo, vatKobo }, books)
    return linesOf(entryId, [
      { account: 'received', kobo: -amountKobo },
      { account: 'publisher', kobo: publisherKobo },
      ...(vatKobo > 0 ? [{ account: 'vat' as const, kobo: vatKobo }] : []),
      ...shares.map(({ accountId, ...share }) => ({
        account: 'author' as const,
        authorAccountId: accountId,
        ...share,
      })),
    ])
  })
  await sql`insert into ledger_lines ${values('ledger_lines', lines)}`
  return lines
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

/** Money has moved for the order. */
const isCounted = () => sql`not is_test and amount_kobo > 0`

type NewLine = Pick<Row<'ledger_lines'>, 'account' | 'kobo'> & Partial<Row<'ledger_lines'>>

/** An entry's lines in their order, for `insert`. */
export function linesOf(entryId: number, lines: readonly NewLine[]) {
  return lines.map((line, index) => ({
    entryId,
    position: index + 1,
    authorAccountId: null,
    bookId: null,
    basisPoints: null,
    discountKobo: null,
    paidKobo: null,
    vatKobo: null,
    ...line,
  }))
}

/** Lists the parts of each order's bundle, or its one book. */
async function listSoldBooks(orders: readonly { id: string; soldAt: string | null }[]) {
  const rows = await sql<
    (Omit<SoldBook, 'share'> & {
      orderId: string
      accountId: string | null
      basisPoints: number | null
    })[]
  >`
    with asked as (
      select * from unnest(${orders.map(({ id }) => id)}::uuid[],
        ${orders.map(({ soldAt }) => soldAt)}::text[]::timestamptz[]) as asked (order_id, sold_at)
    ), sold as (
      select order_id, sold_at, book_id, position,
        coalesce(unit_kobo, (select price_kobo from books where id = book_id)) as unit_kobo
      from asked join order_parts using (order_id)
      union all
      select order_id, sold_at, book_id, 1, unit_kobo from asked join orders on orders.id = order_id
      where not exists (select from order_parts where order_id = asked.order_id)
    )
    select order_id, sold.book_id, unit_kobo, share.account_id, share.basis_points
    from sold left join lateral (
      select account_id, basis_points from book_shares
      where book_id = sold.book_id and since <= coalesce(sold_at, now())
      order by id desc limit 1
    ) as share on true
    order by order_id, position`
  return rows.map(({ accountId, basisPoints, ...book }) => ({
    ...book,
    share: accountId && basisPoints ? { accountId, basisPoints } : null,
  }))
}

const atOnce = 500

/**
 * Posts what is not posted yet: orders from before there was a ledger, and of the release before, which runs beside this
 * one during an upgrade. Any number of replicas may do so. It goes through all orders, in small steps.
 */
export async function postMissing(signal?: AbortSignal) {
  let last: string | undefined = '00000000-0000-0000-0000-000000000000'
  while (last && !signal?.aborted) {
    const ids: string[] = (
      await sql<Row<'orders', 'id'>[]>`
        select id from orders where id > ${last} order by id limit ${atOnce}`
    ).map(({ id }) => id)
    if (ids.length > 0) await transaction(() => postMissingOf(ids))
    last = ids.at(-1)
  }
}

async function postMissingOf(ids: readonly string[]) {
  const entry = (kind: 'sale' | 'refund') => sql`
    (select id from ledger_entries where order_id = orders.id and kind = ${kind})`
  const sales = await sql<(SoldOrder & { soldAt: string })[]>`
    select id, amount_kobo, discount_kobo, vat_kobo, coalesce(
        (select min(at) from order_events where order_id = orders.id and what = 'paid'), paid_at
      ) as sold_at
    from orders
    where id = any (${ids}::uuid[]) and state = 'paid' and ${isCounted()} and ${entry('sale')} is null
    for update skip locked`
  if (sales.length > 0) await postSales(sales)
  const refunds = await sql<Row<'orders', 'id'>[]>`
    select id from orders
    where id = any (${ids}::uuid[]) and state = 'refunded'
      and ${entry('sale')} is not null and ${entry('refund')} is null
    for update skip locked`
  for (const { id } of refunds) await postRefund(id)
}
