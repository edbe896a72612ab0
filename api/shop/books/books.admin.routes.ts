import type { Router } from '@koa/router'
import { serve } from '#api/http/serve.ts'
import type { Files } from '#api/integrations/files.ts'
import type { StorePicture } from '#api/magazine/uploads/store-picture.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import { apiError } from '#contract/errors.ts'
import { transaction } from '#db/sql.ts'
import { bookFilesRoutes } from './book-files.ts'
import {
  countAdminBooks,
  deleteBook,
  findAdminBook,
  insertBook,
  listAdminBooks,
  setBook,
  setPublished,
} from './books.admin.queries.ts'

export function adminBooksRoutes(
  router: Router,
  outside: {
    files: Files
    storePicture: StorePicture
  },
) {
  serve(router, 'GET /admin/books', async ({ page, pageSize, ...filter }) => {
    const [items, total] = await Promise.all([
      listAdminBooks({ ...filter, limit: pageSize, offset: (page - 1) * pageSize }),
      countAdminBooks(filter),
    ])
    return { items, total }
  })

  serve(router, 'POST /admin/books', async (fields, { staff }) => {
    const book = await insertBook(fields)
    await recordActivity(staff.name, 'bookCreated', book)
    return book
  })

  serve(router, 'GET /admin/books/:id', ({ id }) => bookAt(id))

  serve(router, 'PUT /admin/books/:id', ({ id, revision, ...fields }, { staff }) =>
    transaction(async () => {
      const changed = await setBook(id, fields, revision)
      if (changed) {
        await recordActivity(staff.name, 'bookUpdated', changed)
        return changed
      }
      const book = await bookAt(id)
      if (revision !== undefined && book.revision !== revision && !holds(book, fields)) {
        throw apiError('changedMeanwhile')
      }
      // A repeat whose first response was lost.
      return book
    }),
  )

  serve(router, 'PATCH /admin/books/:id/publish', ({ id, isPublished }, { staff }) =>
    transaction(async () => {
      const changed = await setPublished(id, isPublished)
      if (!changed) return bookAt(id)
      const action = isPublished ? 'bookPublished' : 'bookUnpublished'
      await recordActivity(staff.name, action, changed)
      return changed
    }),
  )

  serve(router, 'DELETE /admin/books/:id', ({ id }, { staff }) =>
    transaction(async () => {
      const deleted = await deleteBook(id)
      if (!deleted) throw apiError('bookNotFound')
      await recordActivity(staff.name, 'bookDeleted', { id, ...deleted })
      return { status: 'deleted' as const }
    }),
  )

  bookFilesRoutes(router, outside)
}

async function bookAt(id: string) {
  const book = await findAdminBook(id)
  if (!book) throw apiError('bookNotFound')
  return book
}

function holds(book: object, fields: object): boolean {
  return Object.entries(fields).every(
    ([name, typed]) => (book as Record<string, unknown>)[name] === typed,
  )
}
