import { hashToken } from '#api/http/secrets.ts'
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

/**
 * The book's present files, published or not. A used-up link leads there for another day, to continue a download; an
 * expired one or one of an unpaid order does not.
 */
export function findLinkedFile(token: string) {
  return first(sql<LinkedFile[]>`
    select b.title, b.pdf_id, b.epub_id, l.downloads >= ${downloadLink.downloads} as is_used_up,
      b.is_stamped and b.price > 0 as is_stamped, o.buyer_name, o.reference,
      o.is_test, o.is_test and not coalesce(f.is_demo, false) as is_test_of_upload
    from download_links l join orders o on o.id = l.order_id join books b on b.id = o.book_id
      left join book_files f on f.id = b.pdf_id
    where l.token_hash = ${hashToken(token)} and l.expires_at > now()
      and (l.downloads < ${downloadLink.downloads}
        or l.last_download_at > now() - make_interval(hours => ${downloadLink.continueHours}))
      and o.state = 'paid' and b.pdf_id is not null`)
}

/** Resolves to whether a download was left; one statement, so that two at once count as two. */
export function countDownload(token: string): Promise<boolean> {
  return hasRows(sql`
    update download_links l set downloads = l.downloads + 1, last_download_at = now()
    from orders o
    where l.token_hash = ${hashToken(token)} and l.expires_at > now()
      and l.downloads < ${downloadLink.downloads}
      and o.id = l.order_id and o.state = 'paid'`)
}
