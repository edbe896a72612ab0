import type { Routes } from '#api/http/serve.ts'
import type { Payments } from '#api/integrations/integrations.ts'
import { countShownReviews, listShownReviews } from '#api/shop/reviews/reviews.queries.ts'
import { apiError, required } from '#contract/errors.ts'
import { bookLengths } from '#contract/form-limits.ts'
import { nameOfNow } from '#contract/magazine/category-list.ts'
import { type PriceBounds, priceRanges } from '#contract/magazine/price-buckets.ts'
import { toNaira } from '#contract/money.ts'
import { reviewsOnBook, shownReviews } from '#contract/shop/reviews.ts'
import type { SaleState } from '#contract/states.ts'
import { pageOf } from '#db/sql.ts'
import { contentsOf, listBundlesOf, listParts } from './book-parts.queries.ts'
import {
  countPublishedBooks,
  countSamples,
  findOpenBook,
  findSample,
  listBookCategories,
  listBookRatings,
  listPublishedBooks,
  listSamples,
  toBook,
} from './books.queries.ts'

/** Characters of a sample in all, for the weight of its page: as many as a preview may have. */
const mostOfSample = bookLengths.content

/** The first lines that have so many characters. */
function linesWithin(text: string, length: number): string {
  if (text.length <= length) return text
  return length > 0 ? text.slice(0, Math.max(0, text.lastIndexOf('\n', length))) : ''
}

type Sold = Pick<NonNullable<Awaited<ReturnType<typeof findOpenBook>>>, 'priceKobo' | 'pdfBytes'>

interface Options {
  /** Payment providers, the first of which takes the money. None: only free books can be had. */
  findPayments(): Promise<readonly Pick<Payments, 'isTest'>[]>
  /** Schools may pay by invoice. */
  isInvoicing(): boolean
  priceBounds(): PriceBounds
}

export function booksRoutes(
  { serve }: Routes,
  { findPayments, isInvoicing, priceBounds }: Options,
) {
  serve('GET /books', async ({ page, pageSize, price, search, category }) => {
    const filter = {
      search,
      category: nameOfNow(category, 'books'),
      price: price && priceRanges(priceBounds())[price],
    }
    const counted = countPublishedBooks(filter)
    // Saves the list query for searches without results, which anybody can vary without end.
    if (filter.search && (await counted) === 0) return { items: [], total: 0 }
    return pageOf(
      { page, pageSize },
      async (slice) => (await listPublishedBooks({ ...filter, ...slice })).map(toBook),
      () => counted,
    )
  })

  // These come before /books/:id, which also matches them.
  serve('GET /books/categories', () => listBookCategories())
  serve('GET /books/samples', (paging) => pageOf(paging, listSamples, countSamples))
  serve('GET /books/ratings', ({ ids }) => listBookRatings(ids))

  const saleOf = async (book: Sold, parts: Awaited<ReturnType<typeof listParts>>) => {
    const contents = contentsOf(book, parts)
    const isFree = book.priceKobo === 0
    const [payments] = isFree ? [] : await findPayments()
    const isOpen = isFree || payments !== undefined
    const sale: SaleState = contents.sale === 'open' && !isOpen ? 'notOpen' : contents.sale
    const hasInvoices = isInvoicing() && !isFree && contents.sale === 'open'
    return { ...contents, sale, isTest: payments?.isTest === true, hasInvoices }
  }

  serve('GET /books/:id', async ({ id }) => {
    const book = required(await findOpenBook(id), 'bookNotFound')
    const [parts, bundles, reviews, reviewsCount] = await Promise.all([
      listParts(id),
      listBundlesOf(id),
      listShownReviews(id, { limit: shownReviews.onBook, offset: 0 }),
      countShownReviews(id),
    ])
    const alone = parts.reduce((sum, { unitKobo }) => sum + unitKobo, 0)
    return {
      ...toBook(book),
      ...(await saleOf(book, parts)),
      parts,
      saves: toNaira(Math.max(0, alone - book.priceKobo)),
      bundles,
      reviews: reviewsOnBook(reviews),
      reviewsCount,
    }
  })

  serve('GET /books/:id/sample', async ({ id }) => {
    const book = required(await findSample(id), 'bookNotFound')
    const { content: preview } = book
    const opening = linesWithin(book.opening ?? '', mostOfSample - (preview?.length ?? 0)) || null
    if (preview === null && opening === null) throw apiError('sampleNotFound')
    const { sale } = await saleOf(book, await listParts(id))
    return { ...toBook(book), preview, opening, sale }
  })
}
