import { type Row, sql } from '#db/sql.ts'

type RatedBy = Row<'orders', 'id' | 'buyerEmail'> & {
  /** Nothing was paid for it, so that anybody can have one in anybody's name. */
  isFree: boolean
}

/** The paid order that a key belongs to. */
export async function findOrderWithKey(
  bookId: string,
  { keyHash, reference }: { keyHash: string; reference?: string | undefined },
) {
  const [order] = await sql<RatedBy[]>`
    select id, buyer_email, amount_kobo = 0 as is_free from orders
    where book_id = ${bookId} and state = 'paid' and key_hash = ${keyHash}
      ${reference ? sql`and reference = ${reference}` : sql``}`
  return order
}

/** A paid order of a reader, for a free book one to their proven address. */
export async function findOrderOfReader(bookId: string, readerId: string) {
  const [order] = await sql<RatedBy[]>`
    select id, buyer_email, amount_kobo = 0 as is_free from orders o
    where book_id = ${bookId} and state = 'paid' and reader_id = ${readerId} and ${mayBeRated()}
    order by created_at, id limit 1`
  return order
}

/** Whether it is still paid; then it stays so until the transaction ends. */
export async function lockPaidOrder(id: string): Promise<boolean> {
  const [order] = await sql`select 1 from orders where id = ${id} and state = 'paid' for share`
  return order !== undefined
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
