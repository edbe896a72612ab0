import type { reviewerStates } from '#contract/endpoints/shop/review-fields.ts'
import { first, hasRows, type Nullable, type Row, sql } from '#db/sql.ts'

type RatedBy = Row<'orders', 'id' | 'buyerName' | 'readerId'> & {
  /** Nothing was paid, so anybody can place one in another person's name. */
  isFree: boolean
  /** It is somebody else who has the book, and rates it. */
  isPresent: boolean
}

const ratedBy = () => sql`
  o.id, o.buyer_name, o.reader_id, o.amount_kobo = 0 as is_free, ${isPresent()} as is_present`

/** Asks for an order `o`. */
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

/** The paid order that a reader rates with: the rated one, else the first; of a free book one to a proven address. */
export function findOrderOfReader(bookId: string, readerId: string) {
  return first(sql<RatedBy[]>`
    select ${ratedBy()} from orders o
    where book_id = ${bookId} and state = 'paid' and reader_id = ${readerId} and ${mayBeRated()}
    order by exists (select from book_ratings where order_id = o.id) desc, created_at, id limit 1`)
}

/** One that is still paid; locked until the transaction ends. */
export function lockPaidOrder(id: string) {
  return first(sql<Row<'orders', 'id' | 'bookId' | 'readerId'>[]>`
    select id, book_id, reader_id from orders where id = ${id} and state = 'paid' for share`)
}

type RatedOrder = Row<'orders', 'id' | 'bookId' | 'readerId'>

/** Whether the reader of an order has rated its book with another one. */
export async function isRatedWithAnother({ id, bookId, readerId }: RatedOrder): Promise<boolean> {
  if (readerId === null) return false
  return hasRows(sql`
    select 1 from book_ratings r join orders o on o.id = r.order_id
    where o.book_id = ${bookId} and o.reader_id = ${readerId}
      and not exists (select from book_ratings where order_id = ${id})`)
}

/** Until the transaction ends, no other order of the same reader rates the book. */
export async function lockRatingOf({ bookId, readerId }: RatedOrder) {
  if (readerId === null) return
  await sql`select pg_advisory_xact_lock(hashtextextended(${`rating ${readerId} ${bookId}`}, 0))`
}

/** Whether an order `o` of a reader may be rated. */
export function mayBeRated() {
  return sql`not ${isPresent()} and (o.amount_kobo > 0 or o.claimed_at is not null)`
}

/** What was given with an order: the stars, and what was written. */
export async function findBookRating(orderId: string) {
  const [row] = await sql<
    (Row<'book_ratings', 'rating'> & Nullable<Row<'book_reviews', 'name' | 'text' | 'state'>>)[]
  >`
    select rating, name, text, state
    from book_ratings left join book_reviews using (book_id, buyer_email)
    where order_id = ${orderId}`
  if (!row) return { rating: null, review: null }
  const { rating, name, text, state } = row
  const review =
    name !== null && text !== null && state !== null ? { name, text, status: state } : null
  return { rating, review }
}

/** What the writer of a review of an order is asked, and shown as; only its own reader tells the account's age. */
export async function findReviewer(orderId: string, readerId: string | undefined) {
  const [row] = await sql<{ reviewer: (typeof reviewerStates)[number] }[]>`
    select case
        when may_be_named(o.reader_id) or age_band is null and is_adult then 'named'
        when age_band is not null then 'young'
        when o.reader_id = ${readerId ?? null} then 'askBand'
        else 'askAdult'
      end as reviewer
    from orders o left join readers on readers.id = o.reader_id
      left join (book_ratings r join book_reviews using (book_id, buyer_email)) on r.order_id = o.id
    where o.id = ${orderId}`
  return row?.reviewer ?? 'askAdult'
}

export async function upsertBookRating({ id, bookId }: RatedOrder, rating: number) {
  await sql`
    insert into book_ratings (book_id, order_id, rating) values (${bookId}, ${id}, ${rating})
    on conflict (order_id) do update set rating = excluded.rating, updated_at = now()`
}
