import { first, hasRows, type Row, sql } from '#db/sql.ts'

type RatedBy = Row<'orders', 'id' | 'buyerEmail'> & {
  /** Nothing was paid, so anybody can place one in another person's name. */
  isFree: boolean
}

/** The paid order that a key belongs to. */
export function findOrderWithKey(
  bookId: string,
  { keyHash, reference }: { keyHash: string; reference?: string | undefined },
) {
  return first(sql<RatedBy[]>`
    select id, buyer_email, amount_kobo = 0 as is_free from orders
    where book_id = ${bookId} and state = 'paid' and key_hash = ${keyHash}
      ${reference ? sql`and reference = ${reference}` : sql``}`)
}

/** A paid order of a reader, for a free book one to their proven address. */
export function findOrderOfReader(bookId: string, readerId: string) {
  return first(sql<RatedBy[]>`
    select id, buyer_email, amount_kobo = 0 as is_free from orders o
    where book_id = ${bookId} and state = 'paid' and reader_id = ${readerId} and ${mayBeRated()}
    order by created_at, id limit 1`)
}

/** Whether it is still paid; locked until the transaction ends. */
export function lockPaidOrder(id: string): Promise<boolean> {
  return hasRows(sql`select 1 from orders where id = ${id} and state = 'paid' for share`)
}

/** Of an order `o` that a reader placed. */
export function mayBeRated() {
  return sql`(o.amount_kobo > 0 or exists (
    select from readers r
    where r.id = o.reader_id and r.email = o.buyer_email and r.email_proven_at is not null))`
}

export async function findBookRating(order: {
  bookId: string
  buyerEmail: string
}): Promise<number | null> {
  const [row] = await sql<Row<'book_ratings', 'rating'>[]>`
    select rating from book_ratings
    where book_id = ${order.bookId} and buyer_email = ${order.buyerEmail}`
  return row?.rating ?? null
}

export async function upsertBookRating(bookId: string, buyerEmail: string, rating: number) {
  await sql`
    insert into book_ratings (book_id, buyer_email, rating)
    values (${bookId}, ${buyerEmail}, ${rating})
    on conflict (book_id, buyer_email)
      do update set rating = excluded.rating, updated_at = now()`
}
