import type { SaleState } from '#contract/states.ts'
import { type Row, sql, values } from '#db/sql.ts'

type Part = Row<'books', 'id' | 'title' | 'authorName' | 'pdfBytes'> & {
  unitKobo: number
  /** Whether the part is published. */
  isOpen: boolean
}

/** Lists parts in the order of the bundle; a plain book has none. Deleted ones are among them. */
export function listParts(bundleId: string) {
  return sql<Part[]>`
    select b.id, b.title, b.author_name, b.pdf_bytes, b.is_published as is_open,
      b.price_kobo as unit_kobo
    from book_parts p join books b on b.id = p.part_id
    where p.bundle_id = ${bundleId} order by p.position`
}

/** Lists published bundles with this part, the newest first. */
export function listBundlesOf(partId: string) {
  return sql<Row<'books', 'id' | 'title'>[]>`
    select b.id, b.title from book_parts p join books b on b.id = p.bundle_id
    where p.part_id = ${partId} and b.is_published
    order by b.created_at desc, b.id`
}

export function stateOfPart({ isOpen, pdfBytes }: Part): 'open' | 'noPdfYet' | 'withdrawn' {
  if (!isOpen) return 'withdrawn'
  return pdfBytes === null ? 'noPdfYet' : 'open'
}

/** Whether a book has all that its buyer gets: its PDF, or of a bundle those of all parts, which must be published. */
export function contentsOf(
  { pdfBytes }: Pick<Part, 'pdfBytes'>,
  parts: Part[],
): { sale: Exclude<SaleState, 'notOpen'>; pdfBytes: number | null } {
  if (parts.length === 0) return { sale: pdfBytes === null ? 'noPdfYet' : 'open', pdfBytes }
  const states = parts.map(stateOfPart)
  if (states.includes('withdrawn')) return { sale: 'incomplete', pdfBytes: null }
  if (states.includes('noPdfYet')) return { sale: 'noPdfYet', pdfBytes: null }
  return { sale: 'open', pdfBytes: parts.reduce((sum, part) => sum + (part.pdfBytes ?? 0), 0) }
}

/** Lists which may be parts of this bundle: no bundles, and not deleted unless they are parts of it already. */
export async function listPossibleParts(ids: string[], bundleId: string | null): Promise<string[]> {
  const rows = await sql<Row<'books', 'id'>[]>`
    select id from books
    where id = any (${ids}::uuid[]) and id is distinct from ${bundleId}::uuid
      and not exists (select from book_parts where bundle_id = books.id)
      and (deleted_at is null or exists (
        select from book_parts where bundle_id = ${bundleId}::uuid and part_id = books.id))`
  return rows.map(({ id }) => id)
}

export async function isPartOfABundle(id: string): Promise<boolean> {
  const [row] = await sql`select from book_parts where part_id = ${id} limit 1`
  return row !== undefined
}

/** Replaces all. Call it in a transaction. */
export async function setParts(bundleId: string, partIds: string[]) {
  await sql`delete from book_parts where bundle_id = ${bundleId}`
  if (partIds.length === 0) return
  const rows = partIds.map((partId, index) => ({ bundleId, partId, position: index + 1 }))
  await sql`insert into book_parts ${values('book_parts', rows)}`
}
