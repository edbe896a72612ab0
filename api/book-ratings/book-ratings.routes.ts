import type { Router } from '@koa/router'
import { findOpenBook } from '#api/books/books.queries.ts'
import { hashToken } from '#api/http/secrets.ts'
import { serve } from '#api/http/serve.ts'
import { apiError } from '#contract/errors.ts'
import { transaction } from '#db/sql.ts'
import { lockBuyer, upsertBookRating } from './book-ratings.queries.ts'

export function bookRatingsRoutes(router: Router) {
  serve(router, 'PUT /books/:id/rating', async ({ id, rating, key, reference }, context) => {
    await openBook(id)
    const reader = await context.findReader()
    const keyHash = key && hashToken(key)
    await transaction(async () => {
      const buyer = await lockBuyer({ bookId: id, keyHash, reference, readerId: reader?.id })
      if (!buyer) throw apiError(reader ? 'notABuyer' : 'unauthorized')
      await upsertBookRating(id, buyer, rating)
    })
    return openBook(id)
  })
}

async function openBook(id: string) {
  const book = await findOpenBook(id)
  if (!book) throw apiError('bookNotFound')
  return book
}
