import { keptDays } from '#contract/retention.ts'
import { presentLimits } from '#contract/shop/presents.ts'
import { columns, first, hasRows, type Row, type RowOf, sql, values } from '#db/sql.ts'

const presentColumns = columns('presents', [
  'orderId',
  'recipientName',
  'recipientEmail',
  'greeting',
  'sendAt',
  'generation',
  'sentAt',
  'openedAt',
  'openedAs',
])

export type PresentRow = RowOf<typeof presentColumns>

export async function insertPresent(
  present: Row<
    'presents',
    'orderId' | 'recipientName' | 'recipientEmail' | 'greeting' | 'tokenHash'
  > & {
    sendAt: Date
  },
) {
  await sql`insert into presents ${values('presents', present)}`
}

export function findPresent(orderId: string) {
  return first(sql<PresentRow[]>`
    select ${sql(presentColumns)} from presents where order_id = ${orderId}`)
}

/** Finds it as its buyer and staff see it; null for an order that is none. */
export async function findBoughtPresent(orderId: string) {
  const present = await findPresent(orderId)
  return present ? asBought(present) : null
}

/** Like `findBoughtPresent`, for several orders, by order. */
export async function listPresentsOf(orderIds: string[]) {
  const rows = await sql<PresentRow[]>`
    select ${sql(presentColumns)} from presents where order_id = any (${orderIds}::uuid[])`
  return new Map(rows.map((present) => [present.orderId, asBought(present)]))
}

function asBought({
  recipientName: name,
  recipientEmail: email,
  openedAs: _,
  ...rest
}: PresentRow) {
  return { name, email, ...rest }
}

/** Mailed to an address, and not opened yet: what is opened is an order. */
export function listPresentsTo(email: string) {
  return sql<{ from: string; title: string; greeting: string; sentAt: string }[]>`
    select o.buyer_name as from, o.book_title as title, p.greeting, p.sent_at
    from presents p join orders o on o.id = p.order_id
    where p.recipient_email = ${email} and p.sent_at is not null and p.opened_at is null
    order by p.sent_at`
}

type OpenedBy = Row<'presents', 'orderId' | 'recipientName' | 'greeting' | 'openedAt'> &
  Row<'orders', 'state' | 'buyerName' | 'bookId' | 'bookTitle' | 'authorName'> & {
    category: string | null
    coverImageUrl: string | null
    partsCount: number
  }

export function findPresentByToken(tokenHash: string) {
  return first(sql<OpenedBy[]>`
    select p.order_id, recipient_name, greeting, opened_at, o.state, o.buyer_name, o.book_id, o.book_title,
      o.author_name, b.category, b.cover_image_url,
      (select count(*) from order_parts where order_id = o.id)::integer as parts_count
    from presents p join orders o on o.id = p.order_id left join books b on b.id = o.book_id
    where p.token_hash = ${tokenHash} and o.state in ('paid', 'refunded')`)
}

/** The paid order of a present; it stays paid until the transaction ends. */
export function lockOrderOfPresent(tokenHash: string) {
  return first(sql<
    Row<'orders', 'id' | 'bookId' | 'bookTitle' | 'authorName' | 'paymentMethod' | 'isTest'>[]
  >`
    select id, book_id, book_title, author_name, payment_method, is_test from orders
    where id = (select order_id from presents where token_hash = ${tokenHash}) and state = 'paid'
    for share`)
}

/** Takes the present for the order that it becomes, once. Lock its order first. */
export function takePresent(tokenHash: string, becomesId: string) {
  return first(sql<Row<'presents', 'recipientName' | 'recipientEmail'>[]>`
    update presents set opened_as = ${becomesId}, opened_at = now()
    where token_hash = ${tokenHash} and opened_as is null
    returning recipient_name, recipient_email`)
}

export function findOpenedOrder(tokenHash: string) {
  return first(sql<Row<'orders', 'id' | 'reference'>[]>`
    select o.id, o.reference from presents p join orders o on o.id = p.opened_as
    where p.token_hash = ${tokenHash} and o.state = 'paid'`)
}

/** Resolves to false when it was opened meanwhile, or has had this link already. */
export function setRecipient(
  { orderId, generation }: Pick<PresentRow, 'orderId' | 'generation'>,
  to: Row<'presents', 'recipientName' | 'recipientEmail'> & { tokenHash: string },
): Promise<boolean> {
  return hasRows(sql`
    update presents set recipient_name = ${to.recipientName}, recipient_email = ${to.recipientEmail},
      token_hash = ${to.tokenHash}, generation = generation + 1, sent_at = null
    where order_id = ${orderId} and generation = ${generation} and opened_at is null`)
}

/** The link stays. Resolves to false when it was opened meanwhile. */
export function setRecipientName(orderId: string, name: string): Promise<boolean> {
  return hasRows(sql`
    update presents set recipient_name = ${name} where order_id = ${orderId} and opened_at is null`)
}

/** Resolves to false when it was opened or sent meanwhile. */
export function setSentNow(orderId: string): Promise<boolean> {
  return hasRows(sql`
    update presents set send_at = now()
    where order_id = ${orderId} and opened_at is null and sent_at is null`)
}

/** One present whose time has come, once: one of several calls gets it. Some of many to one mailbox wait for the next day. */
export function takeDuePresent() {
  return first(sql<Row<'presents', 'orderId' | 'recipientEmail' | 'generation'>[]>`
    update presents set sent_at = now()
    where order_id = (
      select p.order_id from presents p join orders o on o.id = p.order_id
      where p.sent_at is null and p.opened_at is null and p.send_at <= now() and o.state = 'paid'
        and (
          select count(*) from mails
          where mailbox_of(recipient) = mailbox_of(p.recipient_email) and kind = 'present'
            and created_at > now() - interval '1 day'
        ) < ${presentLimits.mailboxADay}
      order by p.send_at limit 1 for update of p skip locked)
    returning order_id, recipient_email, generation`)
}

/** Finds the present of a link that was mailed and still opens it. */
export function findSentPresent(orderId: string, generation: number) {
  return first(sql<(PresentRow & Row<'orders', 'buyerName' | 'bookTitle'>)[]>`
    select ${sql(presentColumns.map((name) => `p.${name}`))}, o.buyer_name, o.book_title
    from presents p join orders o on o.id = p.order_id
    where p.order_id = ${orderId} and p.generation = ${generation} and p.opened_at is null
      and o.state = 'paid'`)
}

/**
 * Deletes what is not needed any more of those who got presents, of one address at once; the links still lead to their
 * copies.
 */
export async function forgetRecipients(email?: string) {
  const ago = sql`now() - make_interval(days => ${email ? 0 : keptDays.present})`
  await sql`
    update presents p set recipient_name = '', recipient_email = '', greeting = ''
    from orders o
    where o.id = p.order_id and ${email ? sql`p.recipient_email = ${email}` : sql`p.recipient_email <> ''`}
      and (p.opened_at < ${ago} or o.refunded_at < ${ago})`
  await sql`
    delete from presents p using orders o
    where o.id = p.order_id and o.buyer_email = '' and o.state in ('failed', 'abandoned', 'expired')`
}
