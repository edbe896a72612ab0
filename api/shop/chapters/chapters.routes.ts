import { networkOf } from '#api/http/load/rate-limit.ts'
import { shareOf } from '#api/http/load/within-share.ts'
import type { RequestContext } from '#api/http/request-context.ts'
import type { Routes } from '#api/http/serve.ts'
import { findBuyersOrder } from '#api/shop/orders/find-buyers-order.ts'
import { apiError } from '#contract/errors.ts'
import { callLimits } from '#contract/form-limits.ts'
import { toNaira } from '#contract/money.ts'
import { browsersOfOrder, mostFound, mostPlaces } from '#contract/shop/reading.ts'
import { readingPaths } from '#contract/shop/reading-paths.ts'
import { countChapter } from './chapter-counts.queries.ts'
import {
  findPart,
  findQuotes,
  findReadBook,
  findSizes,
  listFoundParts,
  listPictures,
} from './chapters.queries.ts'
import { findPlaces, picturesIn } from './found-places.ts'
import { openHere } from './open-here.ts'
import { listKnownBooks, listPlaces, upsertPlaces } from './places.queries.ts'
import { askRights, noteUse } from './use-rights.ts'

const anHour = 3_600_000
/** Of each chapter, how many browsers of one order, or behind one address, count in an hour. */
const isWithinOrder = shareOf(browsersOfOrder, anHour)
const isWithinNetwork = shareOf(callLimits.story.points, anHour)

export function chaptersRoutes({ serve, serveWrite }: Routes, { isPublic }: { isPublic: boolean }) {
  const { rightsOf, openRights } = askRights(isPublic)

  /** Whoever may not read it never sees a word of it, whatever they ask for. A part is counted, as its page is at the gate. */
  const readBook = async (id: string, context: RequestContext, number?: number) => {
    if (!context.isBehindGate) {
      const { order } = await openRights(id, context)
      if (order && number !== undefined) await noteUse(order, { id, number }, context)
    }
    const book = await findReadBook(id)
    if (!book) throw apiError('bookNotFound')
    const { priceKobo, ...rest } = book
    return { ...rest, price: toNaira(priceKobo) }
  }

  serve('GET /books/:id/read-access', async ({ id, number }, context) => {
    const { access, order } = await rightsOf(id, context)
    if (access === 'own' && order) await noteUse(order, { id, number }, context)
    return { access, to: access === 'closed' ? readingPaths.closed(id) : null }
  })

  serve('GET /books/:id/read', async ({ id }, context) => {
    const book = await readBook(id, context)
    const sizes = await findSizes(book.editionId)
    return { ...book, sizes: sizes ?? { text: 0, pictures: 0, shown: 0 } }
  })

  serve('GET /books/:id/read/:number', async ({ id, number }, context) => {
    const book = await readBook(id, context, number)
    const part = await findPart(book.editionId, number)
    if (!part) throw apiError('chapterNotFound')
    const { title: chapterTitle, words: partWords, ...rest } = part
    const pictures = await listPictures(book.editionId, picturesIn(part.doc))
    const last = book.chapters.reduce((sum, { parts }) => sum + parts, 0)
    const isStamped = book.isStamped && book.price > 0
    return { ...book, ...rest, chapterTitle, partWords, pictures, last, isStamped }
  })

  serve('GET /books/:id/read/search', async ({ id, q = '' }, context) => {
    const { editionId } = await readBook(id, context)
    const query = q.trim().slice(0, 100)
    if (query.length < 2) return []
    return findPlaces(await listFoundParts(editionId, query, mostFound), query, mostFound)
  })

  serve('POST /books/:id/read/quotes', async ({ id, quotes }, context) => {
    const { editionId } = await readBook(id, context)
    return findQuotes(
      editionId,
      quotes.map(({ before, quote, after }) => before + quote + after),
    )
  })

  serve('GET /books/:id/read-stamp', async ({ id }, context) => {
    const { access, order } = await rightsOf(id, context)
    if (access !== 'own' || !order) throw apiError('bookClosed')
    return { name: order.buyerName, reference: order.reference }
  })

  serve('POST /books/:id/read/:number/count', async ({ id: bookId, ...counted }, context) => {
    if (context.asksNotToBeTracked) return
    const { access, order } = await rightsOf(bookId, context)
    if (access !== 'own' && access !== 'free') throw apiError('bookClosed')
    const of = [bookId, counted.number, counted.what].join(' ')
    const isWithin = order
      ? isWithinOrder(`${order.id} ${of}`)
      : isWithinNetwork(`${networkOf(context.address)} ${of}`)
    if (isWithin) await countChapter({ bookId, ...counted })
  })

  serveWrite('PUT /account/book-places', async ({ places }, { reader }) => {
    const known = await listKnownBooks(places.map(({ bookId }) => bookId))
    await upsertPlaces(
      reader.id,
      places.filter(({ bookId }) => known.has(bookId)),
    )
    return (await listPlaces(reader.id)).slice(0, mostPlaces)
  })

  serve('POST /books/:id/read', async ({ id, ...link }, context) => {
    const order = await findBuyersOrder(link, context)
    await openHere(order.id, context)
    return { id }
  })
}
