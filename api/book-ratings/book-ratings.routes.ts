import type { Router } from '@koa/router'
import { findOpenBook } from '#api/books/books.queries.ts'
import { limiter } from '#api/http/rate-limit.ts'
import { hashToken } from '#api/http/secrets.ts'
import { serve } from '#api/http/serve.ts'
import { apiError } from '#contract/errors.ts'
import { bookRatings } from '#contract/form-limits.ts'
import { transaction } from '#db/sql.ts'
import { findPaidOrder, upsertBookRating } from './book-ratings.queries.ts'

const ofOrder = limiter('bookRating', bookRatings)

export function bookRatingsRoutes(router: Router) {
  serve(router, 'PUT /books/:id/rating', async ({ id, rating, key, reference }, context) => {
    await openBook(id)
    const reader = await context.findReader()
    const keyHash = key && hashToken(key)
    const proof = { bookId: id, keyHash, reference, readerId: reader?.id }
    const notTheirs = () => apiError(reader ? 'notABuyer' : 'unauthorized')
    const found = await findPaidOrder(proof)
    if (!found) throw notTheirs()
    // Before the transaction: whoever rates without end must not hold all connections while they wait for each other.
    await ofOrder.count(found.id)
    await transaction(async () => {
      const order = await findPaidOrder({ ...proof, isLocked: true })
      if (!order) throw notTheirs()
      await upsertBookRating(id, order.buyerEmail, rating)
    })
    return openBook(id)
  })
}

async function openBook(id: string) {
  const book = await findOpenBook(id)
  if (!book) throw apiError('bookNotFound')
  return book
}
