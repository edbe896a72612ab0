import { hashToken } from '#api/http/secrets/secrets.ts'
import { keptDays } from '#contract/retention.ts'
import { type Access, browsersOfOrder } from '#contract/shop/reading.ts'
import { first, type Row, sql, transaction } from '#db/sql.ts'

/** Whoever asks to read. */
export interface Asking {
  readerId: string | null
  /** The key of their browser. */
  key: string | undefined
  /** On a public site an order that was paid in a test opens nothing. */
  isPublic: boolean
}

/** The order that opens the book to them. */
export type OpeningOrder = Row<'orders', 'id' | 'buyerName' | 'reference' | 'readAt'> & {
  state: 'paid' | 'refunded'
  /** The browser's key opens it, and was not used for a day. */
  isRenewed: boolean
}

interface Rights {
  access: Access
  /** Of `own` and `refunded`. */
  order: OpeningOrder | undefined
}

/** Undefined: there is no such book. A book that is not read here is closed to all. */
export async function findRights(bookId: string, asking: Asking): Promise<Rights | undefined> {
  const book = await first(sql<(Row<'books', 'isPublished' | 'priceKobo'> & { isRead: boolean })[]>`
    select is_published, price_kobo, is_readable and edition_id is not null as is_read
    from books where id = ${bookId}`)
  if (!book) return undefined
  if (!book.isRead) return { access: 'closed', order: undefined }
  if (book.isPublished && book.priceKobo === 0) return { access: 'free', order: undefined }
  const order = await findOpeningOrder(bookId, asking)
  if (!order) return { access: 'closed', order }
  return { access: order.state === 'paid' ? 'own' : 'refunded', order }
}

/** A copy of one's own: a present is of whoever opens it. A paid order comes before one whose money was given back. */
function findOpeningOrder(bookId: string, { readerId, key, isPublic }: Asking) {
  return first(sql<OpeningOrder[]>`
    select o.id, o.state, o.buyer_name, o.reference, o.read_at,
      coalesce(b.used_at < now() - interval '1 day', false) as is_renewed
    from orders o
      left join order_browsers b on b.order_id = o.id and b.key_hash = ${key ? hashToken(key) : null}
        and b.used_at > now() - make_interval(days => ${keptDays.bookBrowser})
    where (b.order_id is not null or o.reader_id = ${readerId})
      and ${contains(bookId)} and ${opens(isPublic)}
    order by o.state, o.created_at desc limit 1`)
}

/** Of an order `o`: the book, by itself or as part of a bundle. */
const contains = (bookId: string) => sql`
  (exists (select from order_parts where order_id = o.id and book_id = ${bookId})
    or o.book_id = ${bookId} and not exists (select from order_parts where order_id = o.id))`

const opens = (isPublic: boolean) => sql`
  o.state in ('paid', 'refunded') and not (o.is_test and ${isPublic})
  and exists (select from download_links where order_id = o.id)`

/**
 * Lets a browser read what an order opens; the one that was unused longest ends where there are too many. Resolves to whether
 * the order opens anything.
 */
export function addBrowser(orderId: string, key: string): Promise<boolean> {
  return transaction(async () => {
    const [order] = await sql`
      select from orders o where id = ${orderId} and ${opens(false)} for no key update`
    if (!order) return false
    await sql`
      insert into order_browsers (order_id, key_hash) values (${orderId}, ${hashToken(key)})
      on conflict (order_id, key_hash) do update set used_at = now()`
    await sql`
      delete from order_browsers where order_id = ${orderId} and key_hash in (
        select key_hash from order_browsers where order_id = ${orderId}
        order by used_at desc, key_hash offset ${browsersOfOrder})`
    return true
  })
}

/** The browser was used. */
export async function renewBrowser(key: string) {
  await sql`
    update order_browsers set used_at = now()
    where key_hash = ${hashToken(key)} and used_at > now() - make_interval(days => ${keptDays.bookBrowser})`
}

/** Nothing that was bought without an account opens in this browser any more. */
export async function removeBrowser(key: string) {
  await sql`delete from order_browsers where key_hash = ${hashToken(key)}`
}

/** It has opened more than the sample. */
export async function markRead(orderId: string) {
  await sql`update orders set read_at = now() where id = ${orderId} and read_at is null`
}

export async function deleteUnusedBrowsers() {
  await sql`
    delete from order_browsers where used_at < now() - make_interval(days => ${keptDays.bookBrowser})`
}
