import type { Fragment } from 'postgres'
import { hashToken } from '#api/http/secrets/secrets.ts'
import { isUploaded } from '#api/shop/orders/copies.queries.ts'
import { downloadLink } from '#contract/form-limits.ts'
import { first, hasRows, type Row, sql } from '#db/sql.ts'

export type LinkedFile = Row<'books', 'title' | 'epubId'> & {
  pdfId: string
  isUsedUp: boolean
  /** Whether the copy carries its buyer's name. */
  isStamped: boolean
  buyerName: string | null
  reference: string
  isTest: boolean
  /** Paid in a test, for a PDF that the publisher uploaded, as every EPUB is. */
  isTestOfUpload: boolean
}

/** What an order `o` contains: the parts of a bundle, or the plain book. */
const contents = () => sql`
  select p.book_id from order_parts p where p.order_id = o.id
  union all
  select o.book_id where not exists (select from order_parts p where p.order_id = o.id)`

/**
 * The present files of a book, published or not; of a bundle those of the named part. A used-up link leads there for
 * another day, to continue a download; an expired one or one of an unpaid order does not.
 */
export function findLinkedFile(token: string, part: string | undefined) {
  return first(sql<LinkedFile[]>`
    select b.title, b.pdf_id, b.epub_id,
      b.is_stamped and b.price_kobo > 0 as is_stamped, o.buyer_name, o.reference,
      coalesce(d.downloads, l.downloads) >= ${downloadLink.downloads} as is_used_up,
      o.is_test, o.is_test and ${isUploaded()} as is_test_of_upload
    from download_links l join orders o on o.id = l.order_id
      join books b on b.id = coalesce(${part ?? null}::uuid, o.book_id) and b.id in (${contents()})
      left join part_downloads d
        on (d.order_id, d.generation, d.book_id) = (l.order_id, l.generation, b.id)
      left join book_files f on f.id = b.pdf_id
    where l.token_hash = ${hashToken(token)} and l.expires_at > now()
      and (coalesce(d.downloads, l.downloads) < ${downloadLink.downloads}
        or coalesce(d.last_download_at, l.last_download_at)
          > now() - make_interval(hours => ${downloadLink.continueHours}))
      and o.state = 'paid' and b.pdf_id is not null`)
}

/** Finds the order of a link, also of one that is over. */
export function findOrderOfLink(token: string) {
  return first(sql<Row<'orders', 'orderNumber' | 'bookTitle'>[]>`
    select order_number, book_title from orders
    where state = 'paid'
      and id = (select order_id from download_links where token_hash = ${hashToken(token)})`)
}

interface Begun {
  token: string
  part: string | undefined
  format: 'pdf' | 'epub'
  /** The first and the last byte that will be sent. */
  start: number
  end: number
}

/**
 * Counts a download, unless it continues one: a counted one of the same file, begun within a day, was sent up to where it
 * begins. Resolves to whether a download was left; one statement counts, so that two at once count as two.
 */
export async function countDownload(begun: Begun): Promise<boolean> {
  return (begun.part !== undefined && (await countOfPart(begun))) || countOfBook(begun)
}

/** `row`: of download_links or part_downloads, which may go on as these conditions and changes say. */
function countIn(row: Fragment, { format, start, end }: Begun) {
  const sent = format === 'pdf' ? sql`pdf_sent` : sql`epub_sent`
  const isRecent = sql`coalesce(
    ${row}.last_download_at > now() - make_interval(hours => ${downloadLink.continueHours}), false)`
  const continues = sql`(${start} > 0 and ${isRecent} and ${row}.${sent} >= ${start})`
  const kept = (column: Fragment) => sql`case when ${isRecent} then ${row}.${column} else 0 end`
  const other = format === 'pdf' ? sql`epub_sent` : sql`pdf_sent`
  return {
    changes: sql`
      downloads = ${row}.downloads + case when ${continues} then 0 else 1 end,
      last_download_at = case when ${continues} then ${row}.last_download_at else now() end,
      ${sent} = greatest(${kept(sent)}, ${end + 1}),
      ${other} = ${kept(other)}`,
    isAllowed: sql`(${continues} or ${row}.downloads < ${downloadLink.downloads})`,
    sent,
  }
}

function countOfPart(begun: Begun): Promise<boolean> {
  const { changes, isAllowed, sent } = countIn(sql`part_downloads`, begun)
  return hasRows(sql`
    insert into part_downloads (order_id, generation, book_id, downloads, last_download_at, ${sent})
    select l.order_id, l.generation, p.book_id, 1, now(), ${begun.end + 1}
    from download_links l join orders o on o.id = l.order_id join order_parts p on p.order_id = o.id
    where l.token_hash = ${hashToken(begun.token)} and l.expires_at > now()
      and o.state = 'paid' and p.book_id = ${begun.part ?? null}
    on conflict (order_id, generation, book_id) do update set ${changes} where ${isAllowed}`)
}

function countOfBook(begun: Begun): Promise<boolean> {
  const { changes, isAllowed } = countIn(sql`l`, begun)
  return hasRows(sql`
    update download_links l set ${changes}
    from orders o
    where l.token_hash = ${hashToken(begun.token)} and l.expires_at > now() and ${isAllowed}
      and o.id = l.order_id and o.state = 'paid'
      and not exists (select from order_parts p where p.order_id = o.id)`)
}
