import { isOwnRevision } from '#api/magazine/documents/documents.queries.ts'
import { lockDraftsOf } from '#api/magazine/stories/story-drafts.queries.ts'
import { hasDeletedStories, lockEngagement } from '#api/magazine/stories/story-lifecycle.queries.ts'
import { eraseStoriesOf } from '#api/magazine/stories/story-lifecycle.ts'
import { deleteMailsTo, type MailKind } from '#api/mails/mails.queries.ts'
import { deleteSubscriberWith } from '#api/newsletter/subscribers/subscribers.queries.ts'
import {
  findAgeBand,
  findGuardianOf,
  listAnswers,
} from '#api/readers/guardians/guardians.queries.ts'
import { type BookRow, summaryColumns, toBook } from '#api/shop/books/books.queries.ts'
import { downloadsOf } from '#api/shop/orders/orders.admin.queries.ts'
import { listPresentsOf } from '#api/shop/presents/presents.queries.ts'
import { mayBeRated } from '#api/shop/ratings/book-ratings.queries.ts'
import { deleteReviewsOf } from '#api/shop/reviews/reviews.queries.ts'
import { toNaira } from '#contract/money.ts'
import { guardianWordings } from '#contract/shop/agreements.ts'
import type { OrderState, ReviewState } from '#contract/states.ts'
import { countRows, type Row, type Slice, sql } from '#db/sql.ts'
import { deleteReportersWith } from '../reports/reports.queries.ts'

/** The likes and saved books in a reader's copy of their data. */
export async function listEngagement(readerId: string) {
  const [likes, ratings, saved] = await Promise.all([
    sql<(Row<'likes', 'storyId' | 'createdAt'> & Row<'stories', 'title'>)[]>`
      select l.story_id, s.title, l.created_at from likes l join stories s on s.id = l.story_id
      where l.reader_id = ${readerId} order by l.created_at`,
    sql<(Row<'story_ratings', 'storyId' | 'rating' | 'updatedAt'> & Row<'stories', 'title'>)[]>`
      select r.story_id, s.title, r.rating, r.updated_at
      from story_ratings r join stories s on s.id = r.story_id
      where r.reader_id = ${readerId} order by r.updated_at`,
    sql<(Row<'saved_books', 'bookId' | 'createdAt'> & Row<'books', 'title'>)[]>`
      select v.book_id, b.title, v.created_at from saved_books v join books b on b.id = v.book_id
      where v.reader_id = ${readerId} order by v.created_at`,
  ])
  return { likes, ratings, saved }
}

const paidOf = (readerId: string) => sql`o.reader_id = ${readerId} and o.state = 'paid'`

/** The latest order of each book that is a reader's own copy. */
const ownCopies = (readerId: string) => sql`
  o.id in (
    select distinct on (o.book_id) o.id from orders o
    where ${paidOf(readerId)} and not exists (select from presents where order_id = o.id)
    order by o.book_id, o.paid_at desc, o.id)`

interface LibraryOf {
  readerId: string
  /** Leaves presents out, and lists each book once. */
  isOwnOnly?: boolean
}

const inLibrary = ({ readerId, isOwnOnly = false }: LibraryOf) =>
  isOwnOnly ? ownCopies(readerId) : paidOf(readerId)

export function countLibrary(of: LibraryOf): Promise<number> {
  return countRows(sql`orders o join books b on b.id = o.book_id where ${inLibrary(of)}`)
}

/** Paid orders of a reader, latest first; unpublished books stay. */
export async function listLibrary(of: LibraryOf, { limit, offset }: Slice) {
  const rows = await sql<(BookRow & PaidOrder)[]>`
    select o.id as order_id, o.reference, o.quantity, o.paid_at,
      (select r.rating from book_ratings r join orders p on p.id = r.order_id
        where p.book_id = o.book_id and p.reader_id = o.reader_id limit 1) as given,
      ${mayBeRated()} as can_rate,
      (select recipient_name from presents where order_id = o.id) as present_for,
      ${sql(summaryColumns.map((name) => `b.${name}`))}
    from orders o join books b on b.id = o.book_id
    where ${inLibrary(of)}
    order by o.paid_at desc, o.id limit ${limit} offset ${offset}`
  return rows.map(
    ({ orderId, reference, quantity, paidAt, given, canRate, presentFor, ...book }) => ({
      order: { id: orderId, reference },
      quantity,
      paidAt,
      rating: given,
      canRate,
      presentFor,
      book: toBook(book),
    }),
  )
}

type PaidOrder = Row<'orders', 'reference' | 'quantity'> & {
  orderId: string
  paidAt: string
  /** The reader's rating of the book. */
  given: number | null
  canRate: boolean
  /** Whom it was a present for: the copy is not the buyer's. Empty once the name is deleted. */
  presentFor: string | null
}

/** A reader's orders and their ratings. */
export async function listPurchases(readerId: string) {
  const [orders, bookRatings] = await Promise.all([
    sql<PurchaseRow[]>`
      select o.id, o.reference, o.order_number, o.state as status, o.book_id, o.book_title as title, o.quantity, o.amount_kobo,
        o.discount_code, o.discount_kobo,
        o.payment_method, o.last_digits, o.buyer_name, o.buyer_email, o.created_at, o.paid_at, o.refunded_at,
        array(select p.title from order_parts p where p.order_id = o.id order by p.position) as parts,
        (select coalesce(sum(downloads), 0)::integer from ${downloadsOf(sql`o.id`)}) as downloads,
        array(select to_char(used_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
          from order_browsers b where b.order_id = o.id order by used_at) as browsers,
        (select jsonb_build_object('number', number, 'school', school, 'schoolAddress', school_address,
          'purchaseNumber', purchase_number) from invoices where order_id = o.id) as invoice
      from orders o where o.reader_id = ${readerId} order by o.created_at, o.id`,
    sql<
      (Row<'book_ratings', 'bookId' | 'rating' | 'updatedAt'> &
        Row<'books', 'title'> & { review: GivenReview | null })[]
    >`
      select r.book_id, b.title, r.rating, r.updated_at, (
        select jsonb_build_object('name', v.name, 'text', v.text, 'status', v.state) from book_reviews v
        where v.book_id = r.book_id and v.buyer_email = r.buyer_email
      ) as review
      from book_ratings r join books b on b.id = r.book_id join orders o on o.id = r.order_id
      where o.reader_id = ${readerId} order by r.updated_at`,
  ])
  const bought = await listPresentsOf(orders.map(({ id }) => id))
  return {
    orders: orders.map(({ id, amountKobo, discountKobo, ...order }) => ({
      ...order,
      present: bought.get(id) ?? null,
      amount: toNaira(amountKobo),
      discount: toNaira(discountKobo),
    })),
    bookRatings,
  }
}

interface GivenReview extends Row<'book_reviews', 'name' | 'text'> {
  status: ReviewState
}

type PurchaseRow = Row<
  'orders',
  | (
      | ('id' | 'reference' | 'orderNumber')
      | 'bookId'
      | 'quantity'
      | 'amountKobo'
      | 'discountCode'
      | 'discountKobo'
      | 'paymentMethod'
      | 'lastDigits'
    )
  | ('buyerName' | 'buyerEmail' | 'createdAt' | 'paidAt' | 'refundedAt')
> & {
  browsers: string[]
  status: OrderState
  title: string
  parts: string[]
  downloads: number
  invoice: Row<'invoices', 'number' | 'school' | 'schoolAddress' | 'purchaseNumber'> | null
}

export function listStaffOf(readerId: string) {
  return sql<Row<'staff', 'name' | 'role' | 'createdAt'>[]>`
    select name, role, created_at from staff where reader_id = ${readerId}`
}

/** Where a reader is signed in, and was: neither says which browser it is. */
export async function listSignIns(readerId: string) {
  const [sessions, devices] = await Promise.all([
    sql<Row<'sessions', 'createdAt' | 'expiresAt'>[]>`
      select created_at, expires_at from sessions where user_id = ${readerId} order by created_at`,
    sql<Row<'reader_devices', 'lastUsedAt'>[]>`
      select last_used_at from reader_devices where reader_id = ${readerId} order by last_used_at`,
  ])
  return { sessions, devices }
}

/** The guardian's data, with the words that were agreed to. */
export async function findGuardianData(readerId: string) {
  const guardian = await findGuardianOf(readerId)
  if (!guardian) return null
  const answers = await listAnswers(guardian.id)
  return {
    ...guardian,
    answers: answers.map(({ wording, ...answer }) => ({
      ...answer,
      wording: wording === null ? null : [...(guardianWordings[wording - 1] ?? [])],
    })),
  }
}

/** The revisions of the reader's stories that are theirs, or that they were asked to look at. */
export function listEdits(readerId: string) {
  return sql<
    (Row<'story_drafts', 'storyId' | 'consent'> & {
      answer: string | null
      answeredAt: string | null
      revisions: {
        isOwn: boolean
        savedAt: string
        title: string
        summary: string
        content: string
      }[]
    })[]
  >`
    select d.story_id, d.consent, d.consent_answer as answer, d.consent_at as answered_at,
      jsonb_agg(jsonb_build_object(
        'isOwn', ${isOwnRevision()},
        'savedAt', to_char(r.saved_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'title', r.fields -> 'title', 'summary', r.fields -> 'summary', 'content', r.fields -> 'content'
      ) order by r.number) as revisions
    from stories s
    join story_drafts d on d.story_id = s.id
    join document_revisions r on r.document_id = s.id and (${isOwnRevision()} or r.number = d.consent_for)
    where s.author_id = ${readerId}
    group by d.story_id order by d.story_id`
}

export function listMailsTo(email: string) {
  return sql<Row<'mails', 'kind' | 'createdAt' | 'sentAt'>[]>`
    select kind, created_at, sent_at from mails where recipient = ${email} order by created_at desc`
}

export function listDataRequestsFrom(email: string) {
  return sql<Row<'data_requests', 'kind' | 'words' | 'createdAt' | 'answeredAt' | 'answer'>[]>`
    select kind, words, created_at, answered_at, answer
    from data_requests where email = ${email} order by created_at desc`
}

export async function countMarks(readerId: string) {
  const [counts] = await sql<{ articlesLiked: number; booksDownloaded: number }[]>`
    select
      (select count(*) from likes where reader_id = ${readerId}) as articles_liked,
      (
        select count(distinct downloaded.book_id) from (
          select order_id, o.book_id from orders o join download_links l on l.order_id = o.id
          where l.downloads > 0
          union all
          select order_id, book_id from part_downloads
        ) as downloaded join orders on orders.id = order_id
        where reader_id = ${readerId} and state = 'paid'
      ) as books_downloaded`
  return counts ?? { articlesLiked: 0, booksDownloaded: 0 }
}

const ofTheAccount = [
  'welcome',
  'submission',
  'storyPublished',
  'storyReturned',
  'storyDeclined',
  'storyEdit',
  'guardianAnswer',
] satisfies MailKind[]

/**
 * Deletes a reader and what is theirs alone; published stories and orders stay. Under 18 the stories go too: nobody could
 * withdraw the agreement any more. Call it in a transaction.
 */
export async function deleteReader(id: string) {
  const ageBand = await findAgeBand(id)
  const isYoung = ageBand !== null && ageBand !== '18+'
  await lockDraftsOf(id)
  await lockEngagement({ alone: isYoung || (await hasDeletedStories(id)) })
  // Locks in the order of a like (reader, marks, stories), so that neither waits for the other for ever.
  const [reader] = await sql<(Row<'readers', 'email'> & { isProven: boolean })[]>`
    select email, email_proven_at is not null as is_proven from readers where id = ${id} for update`
  if (!reader) return
  const { email, isProven } = reader
  await sql`select 1 from likes where reader_id = ${id} for update`
  await sql`select 1 from story_ratings where reader_id = ${id} for update`
  await sql`
    select 1 from stories
    where id in (select story_id from likes where reader_id = ${id}
      union select story_id from story_ratings where reader_id = ${id})
    order by id for no key update`
  await eraseStoriesOf(id, { all: isYoung })
  await deleteMailsTo(email, isProven ? undefined : ofTheAccount)
  await sql`
    delete from mails where kind = 'guardianNotice' and data ->> 'readerId' = ${id}
      or kind = 'guardianRequest' and recipient in (select email from guardians where reader_id = ${id})`
  await deleteReviewsOf(id)
  if (isProven) {
    await deleteSubscriberWith(email)
    await deleteReportersWith(email)
  }
  await sql`delete from answered_writes where caller = ${id}`
  await sql`delete from readers where id = ${id}`
}
