import { undoOfRow } from '#api/staff/activity/undo.queries.ts'
import { keptDays } from '#contract/retention.ts'
import type { reviewStates } from '#contract/states.ts'
import { columns, countRows, first, type Row, type Slice, sql } from '#db/sql.ts'

export interface OpenReview extends Row<'book_reviews', 'id' | 'name' | 'text' | 'writtenAt'> {
  rating: number
  /** Whether its writer paid for a copy of their own. */
  isBought: boolean
}

const openColumns = () => sql`
  v.id, v.name, v.text, v.written_at, r.rating,
  exists (
    select from orders o
    where o.id = r.order_id and o.state = 'paid'
      and o.amount_kobo > 0 and not exists (select from presents p where p.order_id = o.id)
  ) as is_bought`

/** It leaves out those of no order, which are hidden. */
const withRating = () => sql`
  book_reviews v join book_ratings r
    on (r.book_id, r.buyer_email) = (v.book_id, v.buyer_email) and not r.is_hidden`

const shownOf = (bookId: string) => sql`v.book_id = ${bookId} and v.state = 'shown'`

export function listShownReviews(bookId: string, { limit, offset }: Slice) {
  return sql<OpenReview[]>`
    select ${openColumns()} from ${withRating()} where ${shownOf(bookId)}
    order by v.written_at desc, v.id desc limit ${limit} offset ${offset}`
}

export function countShownReviews(bookId: string): Promise<number> {
  return countRows(sql`${withRating()} where ${shownOf(bookId)}`)
}

/** The condition for the review beside the rating of an order `orderId`. */
const besideRating = (orderId: string) => sql`
  (book_id, buyer_email) in (
    select book_id, buyer_email from book_ratings where order_id = ${orderId})`

/** Resolves to the name that is shown if it begins to wait for a decision: it is new, or another text or name than the one decided on. */
export async function upsertReview(
  orderId: string,
  { name, text, isAdult }: { name: string; text: string; isAdult: boolean },
): Promise<{ name: string } | undefined> {
  const [row] = await sql<{ name: string; waits: boolean }[]>`
    with earlier as (select state, is_adult from book_reviews where ${besideRating(orderId)})
    insert into book_reviews (book_id, buyer_email, name, text, is_adult)
    select book_id, buyer_email, ${name}, ${text}, ${isAdult} or exists (select from earlier where is_adult)
    from book_ratings where order_id = ${orderId}
    on conflict (book_id, buyer_email) do update
      set name = excluded.name, text = excluded.text, is_adult = excluded.is_adult, named_until = null
      where (book_reviews.name, book_reviews.text, book_reviews.is_adult)
        is distinct from (excluded.name, excluded.text, excluded.is_adult)
    returning name,
      state = 'waiting' and not exists (select from earlier where state = 'waiting') as waits`
  return row?.waits ? { name: row.name } : undefined
}

export async function deleteReview(orderId: string) {
  await sql`delete from book_reviews where ${besideRating(orderId)}`
}

export async function deleteReviewsOf(readerId: string) {
  // Orders first, as whoever rates or refunds one: neither waits for the other for ever.
  await sql`select 1 from orders where reader_id = ${readerId} order by id for no key update`
  await sql`
    delete from book_reviews v using book_ratings r, orders o
    where (r.book_id, r.buyer_email) = (v.book_id, v.buyer_email) and o.id = r.order_id
      and o.reader_id = ${readerId}`
}

/** The condition for ratings, and reviews beside them, that were given with orders of an address; old ones have it themselves. */
export const isGivenWith = (email: string) => sql`
  (book_id, buyer_email) in (
    select r.book_id, r.buyer_email from book_ratings r left join orders o on o.id = r.order_id
    where ${email} in (r.buyer_email, o.buyer_email))`

export async function deleteReviewsWith(email: string) {
  await sql`select 1 from orders where buyer_email = ${email} order by id for no key update`
  await sql`delete from book_reviews where ${isGivenWith(email)}`
}

/** Whoever did not answer how old they are is a young reader (the table writes the name). */
export async function hideUnansweredNames() {
  await sql`update book_reviews set named_until = null where named_until < now()`
}

export async function deleteDeclinedReviews() {
  await sql`
    delete from book_reviews
    where state = 'declined' and decided_at < now() - make_interval(days => ${keptDays.declinedReview})`
}

const adminColumns = columns('book_reviews', ['bookId', 'revision', 'decidedAt'])

export type ReviewRow = OpenReview &
  Row<'book_reviews', (typeof adminColumns)[number]> &
  Row<'orders', 'buyerEmail'> & {
    status: (typeof reviewStates)[number]
    bookTitle: string
  }

interface ReviewFilter {
  status?: ReviewRow['status'] | undefined
  /** It is looked for in the title of the book, name, e-mail address and text, in any case. */
  search?: string | undefined
}

const asStaffSee = () => sql`
  ${sql(adminColumns.map((name) => `v.${name}`))}, ${openColumns()},
  v.state as status, b.title as book_title, w.buyer_email`

/** Those of a book that was deleted wait for nobody. */
const withBook = () =>
  sql`${withRating()} join orders w on w.id = r.order_id
    join books b on b.id = v.book_id and b.deleted_at is null`

function narrow({ status, search = '' }: ReviewFilter) {
  return sql`
    where ${status ? sql`v.state = ${status}` : sql`true`} ${
      search.trim()
        ? sql`and strpos(
            lower(normalize(concat_ws(E'\n', b.title, v.name, w.buyer_email, v.text))),
            lower(normalize(${search.trim()}))) > 0`
        : sql``
    }`
}

/** Lists those that wait first, by waiting time; then the others, newest first. */
export function listReviews(filter: ReviewFilter & Slice) {
  return sql<ReviewRow[]>`
    select ${asStaffSee()} from ${withBook()} ${narrow(filter)}
    order by v.state = 'waiting' desc, case when v.state = 'waiting' then v.written_at end,
      v.written_at desc, v.id
    limit ${filter.limit} offset ${filter.offset}`
}

export function countReviews(filter: ReviewFilter): Promise<number> {
  return countRows(sql`${withBook()} ${narrow(filter)}`)
}

export function countReviewsByState() {
  return sql<{ name: ReviewRow['status']; count: number }[]>`
    select v.state as name, count(*) from ${withBook()} group by 1`
}

/** The one that waits longest, and how many wait. */
export const oldestWaitingReview = () => sql`
  select v.id, b.title as name, v.written_at as since, count(*) over ()
  from ${withBook()} where v.state = 'waiting' order by v.written_at, v.id limit 1`

export async function lockReview(id: string) {
  await sql`select 1 from book_reviews where id = ${id} for update`
  return findReview(id)
}

export function findReview(id: string) {
  return first(sql<ReviewRow[]>`select ${asStaffSee()} from ${withBook()} where v.id = ${id}`)
}

export async function setReviewState(id: string, state: 'shown' | 'declined') {
  await sql`update book_reviews set state = ${state}, decided_at = now() where id = ${id}`
}

/** The text is left out, which its writer may take back. */
export const reviewUndo = undoOfRow({
  table: 'book_reviews',
  name: 'review',
  title: 'title',
  undone: columns('book_reviews', ['state', 'decidedAt']),
  shows: () => sql`(select title from books where books.id = book_id), revision`,
})
