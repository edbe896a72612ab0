import type { Router } from '@koa/router'
import { findOpenBook } from '#api/books/books.queries.ts'
import { limiter } from '#api/http/rate-limit.ts'
import type { RequestContext } from '#api/http/request-context.ts'
import { serve } from '#api/http/serve.ts'
import { hashOrderKey, isMailedKey } from '#api/orders/order-secrets.ts'
import { apiError } from '#contract/errors.ts'
import { bookRatings } from '#contract/form-limits.ts'
import { transaction } from '#db/sql.ts'
import { lockOrderOfReader, lockOrderWithKey, upsertBookRating } from './book-ratings.queries.ts'

// The call holds a transaction: counted in it, it needs no second connection.
const ofOrder = limiter('bookRating', bookRatings, { rollsBack: true })

interface Proof {
  id: string
  key?: string | undefined
  reference?: string | undefined
}

export function bookRatingsRoutes(router: Router, { orderSecret }: { orderSecret: Uint8Array }) {
  serve(router, 'PUT /books/:id/rating', async ({ rating, ...proof }, context) => {
    await openBook(proof.id)
    await transaction(async () => {
      const { id, buyerEmail } = await lockOrder(proof, context)
      await ofOrder.count(id)
      await upsertBookRating(proof.id, buyerEmail, rating)
    })
    return openBook(proof.id)
  })

  async function lockOrder({ id, key, reference }: Proof, context: RequestContext) {
    const keyHash = key && hashOrderKey(key)
    const byKey = keyHash ? await lockOrderWithKey(id, { keyHash, reference }) : undefined
    if (key && byKey && (!byKey.isFree || isMailedKey(orderSecret, byKey.id, key))) return byKey
    const reader = await context.findReader()
    const order = reader && (await lockOrderOfReader(id, reader.id))
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
