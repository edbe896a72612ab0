import type { Router } from '@koa/router'
import { limiter } from '#api/http/rate-limit.ts'
import type { RequestContext } from '#api/http/request-context.ts'
import { serve } from '#api/http/serve.ts'
import { findOpenBook } from '#api/shop/books/books.queries.ts'
import { hashOrderKey, isMailedKey } from '#api/shop/orders/order-secrets.ts'
import { apiError } from '#contract/errors.ts'
import { bookRatings } from '#contract/form-limits.ts'
import { transaction } from '#db/sql.ts'
import {
  findOrderOfReader,
  findOrderWithKey,
  lockPaidOrder,
  upsertBookRating,
} from './book-ratings.queries.ts'

const ofOrder = limiter('bookRating', bookRatings)

interface Proof {
  id: string
  key?: string | undefined
  reference?: string | undefined
}

export function bookRatingsRoutes(router: Router, { orderSecret }: { orderSecret: Uint8Array }) {
  serve(router, 'PUT /books/:id/rating', async ({ rating, ...proof }, context) => {
    await openBook(proof.id)
    const { id, buyerEmail } = await findOrder(proof, context)
    // Before the transaction, so that a flood of ratings does not occupy all connections.
    await ofOrder.count(id)
    await transaction(async () => {
      if (!(await lockPaidOrder(id))) throw apiError(proof.key ? 'unauthorized' : 'notABuyer')
      await upsertBookRating(proof.id, buyerEmail, rating)
    })
    return openBook(proof.id)
  })

  async function findOrder({ id, key, reference }: Proof, context: RequestContext) {
    const keyHash = key && hashOrderKey(key)
    const byKey = keyHash ? await findOrderWithKey(id, { keyHash, reference }) : undefined
    if (key && byKey && (!byKey.isFree || isMailedKey(orderSecret, byKey.id, key))) return byKey
    const reader = await context.findReader()
    const order = reader && (await findOrderOfReader(id, reader.id))
    if (order) return order
    if (byKey) throw apiError('ratedByMail')
    throw apiError(reader ? 'notABuyer' : 'unauthorized')
  }
}

async function openBook(id: string) {
  const book = await findOpenBook(id)
  if (!book) throw apiError('bookNotFound')
  return book
}
