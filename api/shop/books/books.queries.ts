import type { PriceRange } from '#contract/magazine/price-buckets.ts'
import { toKobo, toNaira } from '#contract/money.ts'
import { perVersion } from '#db/data-version.ts'
import { deepPages } from '#db/deep-pagination.ts'
import {
  columns,
  containing,
  countRows,
  first,
  plannedEachTime,
  type Row,
  type RowOf,
  type Slice,
  sql,
} from '#db/sql.ts'

export const summaryColumns = columns('books', [
  'id',
  'slug',
  'title',
  'description',
  'authorId',
  'authorName',
  'priceKobo',
  'coverImageUrl',
  'category',
  'rating',
  'ratingsCount',
  'isPublished',
  'partsCount',
  'createdAt',
  'updatedAt',
])

export type BookRow = RowOf<typeof summaryColumns>

/** A book as the contract has it, with its price in naira. */
export const toBook = <Book extends Pick<BookRow, 'priceKobo'>>({ priceKobo, ...book }: Book) => ({
  ...book,
  price: toNaira(priceKobo),
})

export interface ShelfFilter {
  /** It is looked for in title, description and author name, in any case. */
  search?: string | undefined
  category?: string | undefined
  price?: PriceRange | undefined
}

export async function listPublishedBooks(filter: ShelfFilter & { limit: number; offset?: number }) {
  const { after, offset } = await beginOf(keyOf(filter), filter.offset ?? 0)
  return plannedEachTime(sql<BookRow[]>`
    select ${sql(summaryColumns)} from books
    where is_published ${narrow(filter)}
      ${after ? sql`and (created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by created_at desc, id desc
    limit ${filter.limit} offset ${offset}`)
}

const beginOf = deepPages(
  100,
  (filter) =>
    sql`select created_at as at, id from books where is_published ${narrow(JSON.parse(filter))}`,
  'shelf',
)

function keyOf({ search, category, price }: ShelfFilter) {
  return JSON.stringify({ search, category, price })
}

/** They are counted once for each version of the shelf. */
export function countPublishedBooks(filter: ShelfFilter): Promise<number> {
  return countOf(keyOf(filter))
}

const countOf = perVersion(
  500,
  async (filter) => {
    const [row] = await plannedEachTime(sql<{ count: number }[]>`
      select count(*) from books where is_published ${narrow(JSON.parse(filter))}`)
    return row?.count ?? 0
  },
  'shelf',
)

function narrow({ search, category, price }: ShelfFilter) {
  const { under, from, to, over } = price ?? {}
  return sql`
    ${narrowBySearch(search)}
    ${category ? sql`and category = ${category}` : sql``}
    ${under === undefined ? sql`` : sql`and price_kobo < ${toKobo(under)}`}
    ${from === undefined ? sql`` : sql`and price_kobo >= ${toKobo(from)}`}
    ${to === undefined ? sql`` : sql`and price_kobo <= ${toKobo(to)}`}
    ${over === undefined ? sql`` : sql`and price_kobo > ${toKobo(over)}`}`
}

export function narrowBySearch(search: string | undefined) {
  const text = search?.trim()
  return text ? sql`and search_text like lower(normalize(${containing(text)}))` : sql``
}

/** The categories of published books are queried once for each version of the shelf. */
export function listBookCategories(): Promise<string[]> {
  return categoriesOf('')
}

const categoriesOf = perVersion(
  1,
  async () => {
    const rows = await sql<Row<'books', 'category'>[]>`
      select distinct category from books where is_published order by category`
    return rows.map(({ category }) => category)
  },
  'shelf',
)

export function listBookRatings(ids: string[]) {
  return sql<Pick<BookRow, 'id' | 'rating' | 'ratingsCount'>[]>`
    select id, rating, ratings_count from books where id in ${sql(ids)} and is_published`
}

export function findOpenBook(id: string) {
  return first(sql<
    (BookRow &
      Row<'books', 'content' | 'pdfBytes' | 'epubBytes'> & {
        hasSample: boolean
        isRead: boolean
      })[]
  >`
    select ${sql(summaryColumns)}, content, pdf_bytes, epub_bytes,
      is_readable and edition_id is not null as is_read,
      content is not null or ${openingOf()} is not null as has_sample
    from books where id = ${id} and is_published`)
}

/** The same for its sample; `opening` is null where no file of the book has text. */
export function findSample(id: string) {
  return first(sql<(BookRow & Row<'books', 'content' | 'pdfBytes'> & { opening: string | null })[]>`
    select ${sql(summaryColumns)}, content, pdf_bytes, ${openingOf()} as opening
    from books where id = ${id} and is_published`)
}

const withSample = () =>
  sql`books where is_published and (content is not null or ${openingOf()} is not null)`

export function listSamples({ limit, offset }: Slice) {
  return sql<Pick<BookRow, 'id' | 'updatedAt'>[]>`
    select id, updated_at from ${withSample()}
    order by created_at desc, id desc limit ${limit} offset ${offset}`
}

export function countSamples(): Promise<number> {
  return countRows(withSample())
}

/** It is read from the EPUB where that has text, with fewer errors than what is read from a PDF. */
const openingOf = () => sql`
  coalesce(
    (select nullif(sample, '') from epub_files where epub_files.id = books.epub_id),
    (select nullif(sample, '') from book_files where book_files.id = books.pdf_id))`
