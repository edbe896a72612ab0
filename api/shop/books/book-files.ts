import type { Router } from '@koa/router'
import { sendFile } from '#api/http/send-file.ts'
import { serve, serveFile } from '#api/http/serve.ts'
import type { Files } from '#api/integrations/files.ts'
import type { StorePicture } from '#api/magazine/uploads/store-picture.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import { slugOf } from '#contract/categories.ts'
import { apiError } from '#contract/errors.ts'
import { transaction } from '#db/sql.ts'
import { findBookFile, setBookFile, setCover } from './book-files.queries.ts'
import { findAdminBook } from './books.admin.queries.ts'
import { bookFile, storeBookFile } from './store-book-file.ts'

export function bookFilesRoutes(
  router: Router,
  { files, storePicture }: { files: Files; storePicture: StorePicture },
) {
  serve(router, 'PUT /admin/books/:id/file', async ({ id, file }, { staff }) => {
    await bookAt(id)
    const stored = await storeBookFile(files, file)
    await transaction(async () => {
      const changed = await setBookFile(id, stored)
      // The book was deleted during the upload.
      if (!changed) throw apiError('bookNotFound')
      await recordActivity(staff.name, 'bookFileReplaced', changed)
    })
    return bookAt(id)
  })

  serveFile(router, 'GET /admin/books/:id/file', async ({ id }, ctx) => {
    const book = await findBookFile(id)
    if (!book) throw apiError('bookNotFound')
    if (!book.pdfId) throw apiError('bookFileNotFound')
    ctx.set('Content-Disposition', `inline; filename="${slugOf(book.title) || 'book'}.pdf"`)
    const name = bookFile(book.pdfId)
    if (!(await sendFile(ctx, files, name))) throw new Error(`${name} is missing in ${files.place}`)
  })

  serve(router, 'PUT /admin/books/:id/cover', async ({ id, file }, { staff }) => {
    await bookAt(id)
    await storePicture(file, null, async ({ url }) => {
      const changed = await setCover(id, url)
      if (!changed) throw apiError('bookNotFound')
      await recordActivity(staff.name, 'bookCoverReplaced', changed)
    })
    return bookAt(id)
  })
}

async function bookAt(id: string) {
  const book = await findAdminBook(id)
  if (!book) throw apiError('bookNotFound')
  return book
}
