import type { Router } from '@koa/router'
import { noteActivity } from '#api/activity/activity.queries.ts'
import { sendFile } from '#api/http/send-file.ts'
import { serve, serveFile } from '#api/http/serve.ts'
import type { Files } from '#api/outside/files.ts'
import type { KeepPicture } from '#api/uploads/keep-picture.ts'
import { slugOf } from '#contract/categories.ts'
import { refuse } from '#contract/refusals.ts'
import { transaction } from '#db/sql.ts'
import { findBookFile, setBookFile, setCover } from './book-files.queries.ts'
import { findDeskBook } from './catalogue.queries.ts'
import { bookFile, keepBookFile } from './keep-book-file.ts'

/** The file that is sold, and the cover, of a book. */
export function bookFilesRoutes(
  router: Router,
  { files, keepPicture }: { files: Files; keepPicture: KeepPicture },
) {
  serve(router, 'PUT /admin/books/:id/file', async ({ id, file }, { publisher }) => {
    await bookAt(id)
    const kept = await keepBookFile(files, file)
    await transaction(async () => {
      const changed = await setBookFile(id, kept)
      // It was deleted while the file was on its way.
      if (!changed) throw refuse('bookNotFound')
      await noteActivity(publisher.username, 'bookFileReplaced', changed)
    })
    return bookAt(id)
  })

  serveFile(router, 'GET /admin/books/:id/file', async ({ id }, ctx) => {
    const book = await findBookFile(id)
    if (!book) throw refuse('bookNotFound')
    if (!book.pdfId) throw refuse('bookFileNotFound')
    ctx.set('Content-Disposition', `inline; filename="${slugOf(book.title) || 'book'}.pdf"`)
    const name = bookFile(book.pdfId)
    if (!(await sendFile(ctx, files, name))) throw new Error(`${name} is missing in ${files.place}`)
  })

  serve(router, 'PUT /admin/books/:id/cover', async ({ id, file }, { publisher }) => {
    await bookAt(id)
    await keepPicture(file, null, async ({ url }) => {
      const changed = await setCover(id, url)
      if (!changed) throw refuse('bookNotFound')
      await noteActivity(publisher.username, 'bookCoverReplaced', changed)
    })
    return bookAt(id)
  })
}

async function bookAt(id: string) {
  const book = await findDeskBook(id)
  if (!book) throw refuse('bookNotFound')
  return book
}
