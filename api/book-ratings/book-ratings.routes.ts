import type { Router } from '@koa/router'
import { findOpenBook } from '#api/books/books.queries.ts'
import { limiter } from '#api/http/rate-limit.ts'
import { hashToken } from '#api/http/secrets.ts'
import { serve } from '#api/http/serve.ts'
import { apiError } from '#contract/errors.ts'
import { bookRatings } from '#contract/form-limits.ts'
import { transaction } from '#db/sql.ts'
import { lockPaidOrder, upsertBookRating } from './book-ratings.queries.ts'

// The call holds a transaction: counted in it, it needs no second connection.
const ofOrder = limiter('bookRating', bookRatings, { rollsBack: true })

export function bookRatingsRoutes(router: Router) {
  serve(router, 'PUT /books/:id/rating', async ({ id, rating, key, reference }, context) => {
    await openBook(id)
    const reader = await context.findReader()
    const keyHash = key && hashToken(key)
    await transaction(async () => {
      const order = await lockPaidOrder({ bookId: id, keyHash, reference, readerId: reader?.id })
      if (!order) throw apiError(reader ? 'notABuyer' : 'unauthorized')
      await ofOrder.count(order.id)
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
