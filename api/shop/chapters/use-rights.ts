import { limiter } from '#api/http/load/rate-limit.ts'
import type { RequestContext } from '#api/http/request-context.ts'
import { wordsOfSample } from '#api/shop/book-files/opening.mjs'
import { apiError } from '#contract/errors.ts'
import { chaptersAnHour, keepMinutes, keepsADay } from '#contract/shop/reading.ts'
import { countWordsUpTo } from './chapters.queries.ts'
import { findRights, markRead, type OpeningOrder, renewBrowser } from './rights.queries.ts'

const hourly = limiter(
  'chapters',
  { points: chaptersAnHour, minutes: 60 },
  { error: 'chaptersTooMany' },
)
const keeps = limiter(
  'kept books',
  { points: keepsADay, minutes: 24 * 60 },
  { error: 'keepsTooMany' },
)
/** Of an order and a book. */
const permits = limiter('keep', { points: keepsADay, minutes: keepMinutes })

/** What opens books to whoever asks. */
export function askRights(isPublic: boolean) {
  const rightsIn = async (bookId: string, context: RequestContext) => {
    const reader = await context.findReader()
    const key = context.boughtKey()
    return findRights(bookId, { readerId: reader?.id ?? null, key, isPublic })
  }
  const rightsOf = async (bookId: string, context: RequestContext) => {
    const rights = await rightsIn(bookId, context)
    if (!rights) throw apiError('bookNotFound')
    return rights
  }
  /** The same, of a book that is open to them. */
  const openRights = async (bookId: string, context: RequestContext) => {
    const rights = await rightsOf(bookId, context)
    if (rights.access === 'refunded') throw apiError('bookRefunded')
    if (rights.access === 'closed') throw apiError('bookClosed')
    return rights
  }
  return { rightsIn, rightsOf, openRights }
}

/** The order keeps the book: for an hour its chapters do not count. Going on after a break is the same permit. */
export async function permitKeeping(order: OpeningOrder, bookId: string) {
  if (!(await permits.isCounted(permitOf(order, bookId)))) {
    await keeps.count(order.id)
    await permits.count(permitOf(order, bookId))
  }
  if (!order.readAt) await markRead(order.id)
}

const permitOf = ({ id }: OpeningOrder, bookId: string) => `${id} ${bookId}`

/** A chapter is opened with it, or the contents. */
export async function noteUse(
  order: OpeningOrder,
  { id, number }: { id: string; number: number | undefined },
  context: RequestContext,
) {
  const key = context.boughtKey()
  if (order.isRenewed && key) {
    await renewBrowser(key)
    context.keepBoughtKey(key)
  }
  if (number === undefined) return
  if (!(await permits.isCounted(permitOf(order, id)))) await hourly.count(order.id)
  if (order.readAt) return
  const counted = await countWordsUpTo(id, number)
  if (counted && counted.read > wordsOfSample(counted.words)) await markRead(order.id)
}
