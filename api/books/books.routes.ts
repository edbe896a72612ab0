import type { Router } from '@koa/router'
import { serve } from '#api/http/serve.ts'
import { refuse } from '#contract/refusals.ts'
import { countPublishedBooks, findOpenBook, listPublishedBooks } from './books.queries.ts'

export function booksRoutes(router: Router) {
  serve(router, 'GET /books', async ({ page, pageSize, ...filter }) => {
    const [items, total] = await Promise.all([
      listPublishedBooks({ ...filter, limit: pageSize, offset: (page - 1) * pageSize }),
      countPublishedBooks(filter),
    ])
    return { items, total }
  })

  serve(router, 'GET /books/:id', async ({ id }) => {
    const book = await findOpenBook(id)
    if (!book) throw refuse('bookNotFound')
    return book
  })
}
