import { hasRows, sql } from '#db/sql.ts'

/**
 * An order of the last day that may still be paid as it was begun, by a buyer who has not bought the book otherwise and can
 * be written to. After a refusal the buyer knows, whichever of their orders of this book it met.
 */
const isWaiting = () => sql`
  begun.state in ('pending', 'abandoned') and begun.provider <> 'bank' and begun.buyer_email <> ''
  and not begun.is_test
  and begun.created_at > now() - interval '1 day'
  and exists (
    select from books where books.id = begun.book_id and is_published and deleted_at is null
      and price_kobo = begun.unit_kobo)
  and not exists (
    select from orders other
    where other.buyer_email = begun.buyer_email and other.book_id = begun.book_id and other.id <> begun.id
      and (other.state = 'paid' or (other.state in ('failed', 'needs_review', 'refunded')
        and other.created_at > begun.created_at - interval '1 day')))
  and not exists (select from suppressions where suppressions.email = begun.buyer_email)`

/** Until the transaction ends, one order of a mailbox is chosen. */
export async function lockReminders(buyerEmail: string) {
  await sql`
    select pg_advisory_xact_lock(hashtextextended('reminder ' || mailbox_of(${buyerEmail}), 0))`
}

/**
 * Resolves to true once in the life of an order, after its first hour and within its day; once a day for a mailbox, whose
 * latest order it is. Lock its reminders first.
 */
export function takeReminder(orderId: string): Promise<boolean> {
  return hasRows(sql`
    insert into order_reminders (order_id)
    select id from orders begun
    where id = ${orderId} and ${isWaiting()} and created_at <= now() - interval '1 hour'
      and not exists (
        select from order_reminders join orders other on other.id = order_id
        where written_at > now() - interval '1 day'
          and mailbox_of(other.buyer_email) = mailbox_of(begun.buyer_email))
      and not exists (
        select from orders later
        where later.buyer_email = begun.buyer_email and later.created_at > begun.created_at
          and later.state in ('pending', 'abandoned') and later.provider <> 'bank')
    on conflict do nothing`)
}

export function isStillWaiting(orderId: string): Promise<boolean> {
  return hasRows(sql`select from orders begun where id = ${orderId} and ${isWaiting()}`)
}

/** Orders of the last thirty days whose buyers were written to, and those that were then paid, or ordered anew and paid. */
export async function countReminders() {
  const [counts] = await sql<{ written: number; paid: number }[]>`
    select count(*) as written, count(*) filter (where exists (
      select from orders paid
      where paid.buyer_email = begun.buyer_email and paid.book_id = begun.book_id
        and paid.paid_at > written_at and paid.state in ('paid', 'refunded'))) as paid
    from order_reminders join orders begun on begun.id = order_id
    where written_at > now() - interval '30 days'`
  return counts ?? { written: 0, paid: 0 }
}
