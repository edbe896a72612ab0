import { isPublic } from '#api/http/open-server.ts'
import { hashToken } from '#api/http/secrets/secrets.ts'
import type { MailData } from '#api/mails/mails.queries.ts'
import { downloadLink } from '#contract/form-limits.ts'
import { orderPaths } from '#contract/shop/order-paths.ts'
import { first, hasRows, type Row, sql, transaction } from '#db/sql.ts'
import { downloadToken, giftCode, hashGiftCode, mailedOrderKey, orderKey } from './order-secrets.ts'
import type { OrderRow } from './orders.queries.ts'

type Named = Pick<OrderRow, 'id' | 'reference'>

export function orderPage({ id, reference }: Named, orderSecret: Uint8Array) {
  return orderPaths.order(reference, orderKey(orderSecret, id))
}

/** The same for a mail to the buyer. */
export function mailedOrderPage({ id, reference }: Named, orderSecret: Uint8Array) {
  return orderPaths.order(reference, mailedOrderKey(orderSecret, id))
}

export function codeSheet({ id, reference }: Named, orderSecret: Uint8Array) {
  return orderPaths.codeSheet(reference, orderKey(orderSecret, id))
}

const linksADay = 5

interface LinkedPart {
  bookId: string
  title: string
  bytes: number
  epubBytes: number | null
  downloads: number
  isRead: boolean
}

type LinkRow = Row<'download_links', 'orderId' | 'generation' | 'expiresAt' | 'downloads'> & {
  bytes: number
  epubBytes: number | null
  /** It is read on the site, too. */
  isRead: boolean
  /** The link is used up or has expired. */
  isOver: boolean
  /** It was paid in a test, and not all of it came with the demo. */
  isTestOfUpload: boolean
  /** The parts of a bundle, in its order. */
  parts: LinkedPart[]
}

/** What links are made with. */
export interface LinksWith {
  orderSecret: Uint8Array
  publicUrl: string
}

/** The buyer's own copy; null unless the order is paid. */
export async function findDownload(orderId: string, outside: LinksWith) {
  return (await listDownloads([orderId], outside)).get(orderId) ?? null
}

/** Like `findDownload`, for several orders, by order. On a public site a test gives no uploaded book away. */
export async function listDownloads(orderIds: string[], { orderSecret, publicUrl }: LinksWith) {
  const links = await listLatestLinks(orderIds)
  const open = links.filter(({ isTestOfUpload }) => !(isTestOfUpload && isPublic(publicUrl)))
  return new Map(open.map((link) => [link.orderId, asDownload(link, orderSecret)]))
}

function asDownload(
  { orderId, generation, downloads, parts, isTestOfUpload: _, ...link }: LinkRow,
  secret: Uint8Array,
) {
  const url = `/api/downloads/${downloadToken(secret, orderId, generation)}`
  return {
    url,
    ...link,
    left: downloadLink.downloads - downloads,
    parts: parts.map(({ downloads: ofPart, ...part }) => ({
      ...part,
      url: `${url}?${new URLSearchParams({ part: part.bookId })}`,
      left: downloadLink.downloads - ofPart,
    })),
  }
}

/** Lists codes as printed; none unless the order is paid. */
export async function listCodes(orderId: string, orderSecret: Uint8Array) {
  const rows = await sql<NumberedCode[]>`
    select c.number, c.generation, c.redeemed_as is not null as is_redeemed
    from gift_codes c join orders o on o.id = c.order_id
    where c.order_id = ${orderId} and o.state = 'paid'
    order by c.number`
  return rows.map(({ isRedeemed, ...code }) => ({
    code: giftCode(orderSecret, orderId, code),
    isRedeemed,
  }))
}

type NumberedCode = Row<'gift_codes', 'number' | 'generation'> & { isRedeemed: boolean }

/** One of the codes of a paid order, by its number or however it is typed. */
export function findCode(orderId: string, named: string | number) {
  const isNamed =
    typeof named === 'number' ? sql`c.number = ${named}` : sql`c.code_hash = ${hashGiftCode(named)}`
  return first(sql<NumberedCode[]>`
    select c.number, c.generation, c.redeemed_as is not null as is_redeemed
    from gift_codes c join orders o on o.id = c.order_id
    where c.order_id = ${orderId} and ${isNamed} and o.state = 'paid'`)
}

/** Finds it while it may still be redeemed. */
export function findMailedCode({ orderId, number, generation }: MailData['giftCode']) {
  return first(sql<Row<'orders', 'buyerName' | 'bookTitle'>[]>`
    select o.buyer_name, o.book_title from gift_codes c join orders o on o.id = c.order_id
    where c.order_id = ${orderId} and c.number = ${number} and c.generation = ${generation}
      and c.redeemed_as is null and o.state = 'paid'`)
}

/** The new code of this number; undefined if the old one was redeemed or replaced meanwhile. */
export async function replaceCode(
  orderId: string,
  { number, generation }: Omit<NumberedCode, 'isRedeemed'>,
  orderSecret: Uint8Array,
): Promise<string | undefined> {
  const code = giftCode(orderSecret, orderId, { number, generation: generation + 1 })
  const isReplaced = await hasRows(sql`
    update gift_codes set generation = generation + 1, code_hash = ${hashGiftCode(code)}
    where order_id = ${orderId} and number = ${number} and generation = ${generation}
      and redeemed_as is null`)
  return isReplaced ? code : undefined
}

/** Replaces a link that is used up or expired, up to a daily limit. Resolves to whether there is a new one. */
export function renewDownload(orderId: string, orderSecret: Uint8Array): Promise<boolean> {
  return transaction(async () => {
    // The order is locked until the end: a request at the same moment sees this link.
    const [order] = await sql`
      select 1 from orders where id = ${orderId} and state = 'paid' for no key update`
    const [link] = order ? await listLatestLinks([orderId]) : []
    if (!link?.isOver) return false
    return hasRows(sql`
      insert into download_links (order_id, generation, token_hash, expires_at)
      select ${orderId}, ${link.generation + 1},
        ${hashToken(downloadToken(orderSecret, orderId, link.generation + 1))},
        now() + make_interval(days => ${downloadLink.days})
      where (
        select count(*) from download_links
        where order_id = ${orderId} and created_at > now() - interval '1 day'
      ) < ${linksADay}`)
  })
}

/** Of an order `o`: its book is read on the site. */
const isRead = () => sql`
  exists (select from books b where b.id = o.book_id and b.is_readable and b.edition_id is not null)`

/** Resolves to false where the book is not read on the site. */
export function setCodesOpenHere(orderId: string, isOpen: boolean): Promise<boolean> {
  return hasRows(sql`
    update orders o set codes_open_here = ${isOpen}
    where id = ${orderId} and (not ${isOpen} or ${isRead()})`)
}

/**
 * Takes a code for the order that it becomes, in one statement; only while its own order is paid. `email`: empty where none is
 * given, which opens only what is read on the site, where the codes are to do so.
 */
export function takeCode(
  code: string,
  becomesId: string,
  email: string,
): Promise<GivenCopy | undefined> {
  return first(sql<GivenCopy[]>`
    update gift_codes c set redeemed_as = ${becomesId}, redeemed_at = now()
    from orders o
    where c.code_hash = ${hashGiftCode(code)} and c.redeemed_as is null
      and o.id = c.order_id and o.state = 'paid'
      and (${email !== ''} or o.codes_open_here and ${isRead()})
    returning o.id as from_id, o.book_id, o.book_title, o.author_name, o.payment_method, o.is_test`)
}

export type RedeemedCopy = Row<'orders', 'id' | 'reference' | 'bookId' | 'buyerEmail'>

/** What a code became by the same address; one without an address is of whoever has the code. */
export function findRedeemedCopy(code: string, email: string) {
  return first(sql<(RedeemedCopy & { isOpen: boolean })[]>`
    select g.id, g.reference, g.book_id, g.buyer_email, o.state = 'paid' and g.state = 'paid' as is_open
    from gift_codes c join orders o on o.id = c.order_id join orders g on g.id = c.redeemed_as
    where c.code_hash = ${hashGiftCode(code)} and g.buyer_email in ('', ${email})`)
}

/** Whether somebody redeemed it, whoever that is; undefined: there is no such code. */
export function findCodeUse(code: string) {
  return first(sql<{ isRedeemed: boolean }[]>`
    select redeemed_as is not null as is_redeemed from gift_codes where code_hash = ${hashGiftCode(code)}`)
}

export type GivenCopy = Row<
  'orders',
  'bookId' | 'bookTitle' | 'authorName' | 'paymentMethod' | 'isTest'
> & {
  /** The order that the copy comes from. */
  fromId: string
}

/** Of the file `f` of a PDF: it did not come with the demo. */
export const isUploaded = () => sql`not coalesce(f.is_demo, false)`

/** The latest link of each paid order. That of a bundle is over with its first part, so that a new one can be asked for. */
function listLatestLinks(orderIds: string[]) {
  return sql<LinkRow[]>`
    select o.id as order_id, l.generation, l.expires_at, most.downloads, b.epub_bytes,
      coalesce(b.is_readable and b.edition_id is not null, false) as is_read,
      coalesce(p.bytes, b.pdf_bytes, 0)::integer as bytes, coalesce(p.parts, '[]') as parts,
      most.downloads >= ${downloadLink.downloads} or l.expires_at <= now() as is_over,
      o.is_test and exists (
        select from books c left join book_files f on f.id = c.pdf_id
        where (c.id = o.book_id or c.id in (select book_id from order_parts where order_id = o.id))
          and c.pdf_id is not null and ${isUploaded()}
      ) as is_test_of_upload
    from orders o left join books b on b.id = o.book_id
      cross join lateral (
        select * from download_links where order_id = o.id order by generation desc limit 1
      ) l
      cross join lateral (
        select sum(pdf_bytes) as bytes, jsonb_agg(jsonb_build_object('bookId', p.book_id, 'title', p.title,
          'bytes', coalesce(pdf_bytes, 0), 'epubBytes', books.epub_bytes,
          'isRead', books.is_readable and books.edition_id is not null,
          'downloads', coalesce(d.downloads, 0)) order by p.position) as parts
        from order_parts p join books on books.id = p.book_id
          left join part_downloads d on d.order_id = o.id and d.book_id = p.book_id
            and d.generation = l.generation
        where p.order_id = o.id
      ) p
      cross join lateral (
        select greatest(l.downloads, coalesce(max(d.downloads), 0)) as downloads from part_downloads d
        where d.order_id = o.id and d.generation = l.generation
      ) most
    where o.id = any (${orderIds}::uuid[]) and o.state = 'paid'`
}
