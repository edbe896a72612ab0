import { queueMail } from '#api/mails/mails.queries.ts'
import { type Row, sql, values } from '#db/sql.ts'
import { type SoldBook, splitSale } from './split-sale.ts'

// The only place that writes entries of orders: one sale and one refund at most, and nothing of tests and what was free.

type SoldOrder = Row<'orders', 'id' | 'amountKobo' | 'discountKobo' | 'vatKobo'>

/** Divides what was paid between VAT, authors and publisher, once. Call it in the transaction that makes the order paid. */
export async function postSale(order: SoldOrder) {
  const lines = await postLines(order)
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

/** What was paid of the order, as lines; none where that was posted before. */
async function postLines({ id, amountKobo, discountKobo, vatKobo }: SoldOrder) {
  const [entry] = await sql<{ id: number }[]>`
    insert into ledger_entries (kind, order_id)
    select 'sale', id from orders where id = ${id} and not is_test and amount_kobo > 0
    on conflict do nothing returning id`
  if (!entry) return []
  const sold = await listSoldBooks(id)
  const { shares, publisherKobo } = splitSale({ amountKobo, discountKobo, vatKobo }, sold)
  const lines = linesOf(entry.id, [
    { account: 'received', kobo: -amountKobo },
    { account: 'publisher', kobo: publisherKobo },
    ...(vatKobo > 0 ? [{ account: 'vat' as const, kobo: vatKobo }] : []),
    ...shares.map(({ accountId, ...share }) => ({
      account: 'author' as const,
      authorAccountId: accountId,
      ...share,
    })),
  ])
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

/** Lists the parts of the order's bundle, or its one book. */
async function listSoldBooks(orderId: string): Promise<SoldBook[]> {
  const rows = await sql<
    (Omit<SoldBook, 'share'> & { accountId: string | null; basisPoints: number | null })[]
  >`
    with sold as (
      select book_id, position,
        coalesce(unit_kobo, (select price_kobo from books where id = book_id)) as unit_kobo
      from order_parts where order_id = ${orderId}
      union all
      select book_id, 1, unit_kobo from orders
      where id = ${orderId} and not exists (select from order_parts where order_id = ${orderId})
    )
    select sold.book_id, unit_kobo, share.account_id, share.basis_points
    from sold left join lateral (
      select account_id, basis_points from book_shares
      where book_id = sold.book_id and since <= now()
      order by id desc limit 1
    ) as share on true
    order by position`
  return rows.map(({ accountId, basisPoints, ...book }) => ({
    ...book,
    share: accountId && basisPoints ? { accountId, basisPoints } : null,
  }))
}
