import { sql } from '#db/sql.ts'

export interface Proof {
  bookId: string
  /** Of the key in the request. */
  keyHash?: string | undefined
  /** The order that the key must belong to. */
  reference?: string | undefined
  readerId?: string | undefined
}

/** By key or by reader; a locked one stays paid until the transaction ends. */
export async function findPaidOrder({
  bookId,
  keyHash,
  reference,
  readerId,
  isLocked = false,
}: Proof & { isLocked?: boolean }): Promise<{ id: string; buyerEmail: string } | undefined> {
  const byKey = sql`key_hash = ${keyHash ?? null} ${reference ? sql`and reference = ${reference}` : sql``}`
  const [order] = await sql<{ id: string; buyerEmail: string }[]>`
    select id, buyer_email from orders
    where book_id = ${bookId} and state = 'paid' and ((${byKey}) or reader_id = ${readerId ?? null})
    order by (${byKey}) desc nulls last, created_at, id limit 1
    ${isLocked ? sql`for share` : sql``}`
  return order
}

export async function findBookRating(order: {
  bookId: string
  buyerEmail: string
}): Promise<number | null> {
  const [row] = await sql<{ rating: number }[]>`
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
