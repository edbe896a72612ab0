import type { Routes } from '#api/http/serve.ts'
import { findOpenBook } from '#api/shop/books/books.queries.ts'
import { apiError } from '#contract/errors.ts'
import { deleteSaved, insertSaved, isSaved } from './saved.queries.ts'

export function savedRoutes({ serve }: Routes) {
  serve('GET /books/:id/saved', async ({ id }, { reader }) => ({
    saved: await isSaved(id, reader.id),
  }))

  serve('PUT /books/:id/saved', async ({ id }, { reader }) => {
    if (!(await findOpenBook(id))) throw apiError('bookNotFound')
    await insertSaved(id, reader.id)
    return { saved: true }
  })

  // An unpublished book can still leave the list.
  serve('DELETE /books/:id/saved', async ({ id }, { reader }) => {
    await deleteSaved(id, reader.id)
    return { saved: false }
  })
}
