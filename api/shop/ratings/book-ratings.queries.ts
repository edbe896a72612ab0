import { first, hasRows, type Nullable, type Row, sql } from '#db/sql.ts'

type RatedBy = Row<'orders', 'id' | 'buyerEmail' | 'buyerName'> & {
  /** Nothing was paid, so anybody can place one in another person's name. */
  isFree: boolean
  /** It is somebody else who has the book, and rates it. */
  isPresent: boolean
}

const ratedBy = () => sql`
  o.id, o.buyer_email, o.buyer_name, o.amount_kobo = 0 as is_free, ${isPresent()} as is_present`

/** Of an order `o`. */
const isPresent = () => sql`exists (select from presents p where p.order_id = o.id)`

/** The paid order that a key belongs to. */
export function findOrderWithKey(
  bookId: string,
  { keyHash, reference }: { keyHash: string; reference?: string | undefined },
) {
  return first(sql<RatedBy[]>`
    select ${ratedBy()} from orders o
    where book_id = ${bookId} and state = 'paid' and key_hash = ${keyHash}
      ${reference ? sql`and reference = ${reference}` : sql``}`)
}

/** A paid order of a reader, for a free book one to their proven address. */
export function findOrderOfReader(bookId: string, readerId: string) {
  return first(sql<RatedBy[]>`
    select ${ratedBy()} from orders o
    where book_id = ${bookId} and state = 'paid' and reader_id = ${readerId} and ${mayBeRated()}
    order by created_at, id limit 1`)
}

/** Whether it is still paid; locked until the transaction ends. */
export function lockPaidOrder(id: string): Promise<boolean> {
  return hasRows(sql`select 1 from orders where id = ${id} and state = 'paid' for share`)
}

/** Of an order `o` that a reader placed. */
export function mayBeRated() {
  return sql`not ${isPresent()} and (o.amount_kobo > 0 or exists (
    select from readers r
    where r.id = o.reader_id and r.email = o.buyer_email and r.email_proven_at is not null))`
}

/** The buyer's rating of the book, and what they wrote. */
export async function findBookRating(order: { bookId: string; buyerEmail: string }) {
  const [row] = await sql<
    (Row<'book_ratings', 'rating'> & Nullable<Row<'book_reviews', 'name' | 'text' | 'state'>>)[]
  >`
    select rating, name, text, state
    from book_ratings left join book_reviews using (book_id, buyer_email)
    where book_id = ${order.bookId} and buyer_email = ${order.buyerEmail}`
  if (!row) return { rating: null, review: null }
  const { rating, name, text, state } = row
  const review =
    name !== null && text !== null && state !== null ? { name, text, status: state } : null
  return { rating, review }
}

export async function upsertBookRating(bookId: string, buyerEmail: string, rating: number) {
  await sql`
    insert into book_ratings (book_id, buyer_email, rating)
    values (${bookId}, ${buyerEmail}, ${rating})
    on conflict (book_id, buyer_email)
      do update set rating = excluded.rating, updated_at = now()`
}
