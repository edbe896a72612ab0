import { type PriceBucket, priceBuckets } from '#contract/categories.ts'
import { perVersion } from '#db/data-version.ts'
import { deepPages } from '#db/deep-pagination.ts'
import { containing, plannedEachTime, sql } from '#db/sql.ts'

export interface BookRow {
  id: string
  title: string
  description: string
  authorId: string
  authorName: string
  price: number
  coverImageUrl: string | null
  category: string
  rating: number
  ratingsCount: number
  isPublished: boolean
  createdAt: string
  updatedAt: string
}

/** What lists show of a book. */
export const summaryColumns = [
  'id',
  'title',
  'description',
  'author_id',
  'author_name',
  'price',
  'cover_image_url',
  'category',
  'rating',
  'ratings_count',
  'is_published',
  'created_at',
  'updated_at',
]

export interface ShelfFilter {
  /** In title, description or author name, in any case. */
  search?: string | undefined
  category?: string | undefined
  price?: PriceBucket | undefined
}

/** Newest first. */
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

/** Counted once for each version of the shelf. */
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
  const bucket: { under?: number; from?: number; to?: number; over?: number } = price
    ? priceBuckets[price]
    : {}
  return sql`
    ${narrowBySearch(search)}
    ${category ? sql`and category = ${category}` : sql``}
    ${bucket.under === undefined ? sql`` : sql`and price < ${bucket.under}`}
    ${bucket.from === undefined ? sql`` : sql`and price >= ${bucket.from}`}
    ${bucket.to === undefined ? sql`` : sql`and price <= ${bucket.to}`}
    ${bucket.over === undefined ? sql`` : sql`and price > ${bucket.over}`}`
}

export function narrowBySearch(search: string | undefined) {
  const text = search?.trim()
  return text ? sql`and search_text like lower(normalize(${containing(text)}))` : sql``
}

/** Of published books; queried once for each version of the shelf. */
export function listBookCategories(): Promise<string[]> {
  return categoriesOf('')
}

const categoriesOf = perVersion(
  1,
  async () => {
    const rows = await sql<{ category: string }[]>`
      select distinct category from books where is_published order by category`
    return rows.map(({ category }) => category)
  },
  'shelf',
)

export function listBookRatings(ids: string[]) {
  return sql<Pick<BookRow, 'id' | 'rating' | 'ratingsCount'>[]>`
    select id, rating, ratings_count from books where id in ${sql(ids)} and is_published`
}

/** A book that the public may see. */
export async function findOpenBook(id: string) {
  const [book] = await sql<(BookRow & { content: string | null; pdfBytes: number | null })[]>`
    select ${sql([...summaryColumns, 'content'])}, pdf_bytes
    from books where id = ${id} and is_published`
  return book
}
