import { limiter } from '#api/http/load/rate-limit.ts'
import type { RequestContext } from '#api/http/request-context.ts'
import type { Routes } from '#api/http/serve.ts'
import { queueMail, toPublisher } from '#api/mails/mails.queries.ts'
import { takeAge } from '#api/readers/guardians/guardians.queries.ts'
import { findOpenBook } from '#api/shop/books/books.queries.ts'
import { hashOrderKey, isMailedKey } from '#api/shop/orders/order-secrets.ts'
import {
  countShownReviews,
  deleteReview,
  listShownReviews,
  upsertReview,
} from '#api/shop/reviews/reviews.queries.ts'
import { apiError, required } from '#contract/errors.ts'
import { bookRatings } from '#contract/form-limits.ts'
import { publicName } from '#contract/shop/reviews.ts'
import { pageOf, transaction } from '#db/sql.ts'
import {
  findOrderOfReader,
  findOrderWithKey,
  isRatedWithAnother,
  lockPaidOrder,
  lockRatingOf,
  upsertBookRating,
} from './book-ratings.queries.ts'

const ofOrder = limiter('bookRating', bookRatings)

interface Proof {
  id: string
  key?: string | undefined
  reference?: string | undefined
}

export function bookRatingsRoutes({ serve }: Routes, { orderSecret }: { orderSecret: Uint8Array }) {
  serve(
    'PUT /books/:id/rating',
    async ({ rating, review, reviewName, ageBand, isAdult = false, ...proof }, context) => {
      const { title: bookTitle } = await openBook(proof.id)
      const { id, buyerName, readerId } = await findOrder(proof, context)
      const reader = await context.findReader()
      if (reader?.onlyReads) throw apiError('onlyReads')
      if (review && reader && reader.id === readerId) await takeAge(reader.id, ageBand)
      // It counts before the transaction, so that a flood of ratings does not occupy all connections.
      await ofOrder.count(id)
      await transaction(async () => {
        const order = await lockPaidOrder(id)
        if (!order) throw apiError(proof.key ? 'unauthorized' : 'notABuyer')
        await lockRatingOf(order)
        if (await isRatedWithAnother(order)) throw apiError('ratedWithAnother')
        await upsertBookRating(order, rating)
        if (review === undefined) return
        if (review === '') return deleteReview(id)
        const name = reviewName || publicName(buyerName)
        const waiting = await upsertReview(id, { name, text: review, isAdult })
        if (waiting) await queueMail('reviewNotice', toPublisher, { bookTitle, rating, ...waiting })
      })
      return openBook(proof.id)
    },
  )

  serve('GET /books/:id/reviews', async ({ id, ...paging }) => {
    await openBook(id)
    return pageOf(
      paging,
      (slice) => listShownReviews(id, slice),
      () => countShownReviews(id),
    )
  })

  async function findOrder({ id, key, reference }: Proof, context: RequestContext) {
    const keyHash = key && hashOrderKey(key)
    const byKey = keyHash ? await findOrderWithKey(id, { keyHash, reference }) : undefined
    const isProven = key && byKey && (!byKey.isFree || isMailedKey(orderSecret, byKey.id, key))
    const reader = await context.findReader()
    const order = reader && (await findOrderOfReader(id, reader.id))
    if (isProven && !byKey.isPresent && !(order && byKey.readerId === reader?.id)) return byKey
    if (order) return order
    if (byKey) throw apiError(byKey.isPresent ? 'ratedByRecipient' : 'ratedByMail')
    throw apiError(reader ? 'notABuyer' : 'unauthorized')
  }
}

async function openBook(id: string) {
  return required(await findOpenBook(id), 'bookNotFound')
}
