import { isDeepStrictEqual } from 'node:util'
import type { Context } from 'koa'
import { sendFile } from '#api/http/answers/send-file.ts'
import type { StaffMember } from '#api/http/request-context.ts'
import { chooseSlug } from '#api/http/requests/page-slugs.queries.ts'
import type { Routes } from '#api/http/serve.ts'
import type { Files } from '#api/integrations/files.ts'
import type { StorePicture } from '#api/magazine/uploads/store-picture.ts'
import { bookFile, epubFile } from '#api/shop/book-files/file-names.ts'
import { listChapterCounts } from '#api/shop/chapters/chapter-counts.queries.ts'
import { listPictures } from '#api/shop/chapters/chapters.queries.ts'
import { adoptEditions, findPartOfFile, tellOfFile } from '#api/shop/chapters/editions.queries.ts'
import { picturesIn } from '#api/shop/chapters/found-places.ts'
import { tellOfLiveBook } from '#api/shop/ledgers/author-accounts.queries.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import { undoable } from '#api/staff/activity/undo.queries.ts'
import { apiError, required } from '#contract/errors.ts'
import { slugOf } from '#contract/magazine/categories.ts'
import { bookGroups } from '#contract/states.ts'
import { countsOf, pageOf, transaction } from '#db/sql.ts'
import { isPartOfABundle, listPossibleParts } from './book-parts.queries.ts'
import {
  type BookFields,
  bookUndo,
  countAdminBooks,
  countBooksByGroup,
  deleteBook,
  findAdminBook,
  findBookFiles,
  insertBook,
  listAdminBooks,
  lockUnpublished,
  removeEpub,
  setBook,
  setBookFile,
  setCover,
  setEpub,
  setPublished,
  setReadable,
  setSlug,
  setStamped,
} from './books.admin.queries.ts'
import { toBook } from './books.queries.ts'
import { storeBookFile, storeEpub } from './store-book-file.ts'

interface Options {
  files: Files
  storePicture: StorePicture
  /** Makes room for a buyer's stamp in a PDF. */
  prepareStamp: (pdfId: string) => Promise<unknown>
}

export function adminBooksRoutes(routes: Routes, options: Options) {
  const { serve, serveWrite } = routes
  bookFileRoutes(routes, options)
  epubRoutes(routes, options.files)

  serve('GET /admin/books', (asked) => pageOf(asked, listAdminBooks, countAdminBooks, toBook))

  serve('GET /admin/book-counts', async () => countsOf(bookGroups, await countBooksByGroup()))

  serveWrite('POST /admin/books', async ({ slug, ...fields }, { staff }) => {
    await requirePossibleParts(fields.parts, null)
    const id = await insertBook(fields)
    await chooseSlugOf(id, slug)
    const book = await bookAt(id)
    await recordActivity(staff.name, 'bookCreated', book)
    return book
  })

  serve('GET /admin/books/:id', ({ id }) => bookAt(id))

  serveWrite('PUT /admin/books/:id', async ({ id, revision, slug, ...fields }, { staff }) => {
    await requirePossibleParts(fields.parts, id)
    await chooseSlugOf(id, slug)
    const isChanged = await setBook(id, fields, revision)
    const book = await bookAt(id)
    if (isChanged) {
      await recordActivity(staff.name, 'bookUpdated', book)
      return book
    }
    if (revision !== undefined && book.revision !== revision && !holds(book, fields)) {
      throw apiError('changedMeanwhile')
    }
    // A repeat whose first response was lost.
    return book
  })

  serve('PATCH /admin/books/:id/publish', ({ id, isPublished }, { staff }) =>
    undoable(undoableBook(id, staff), async (undo) => {
      const changed = await setPublished(id, isPublished)
      if (!changed) return bookAt(id)
      const action = isPublished ? 'bookPublished' : 'bookUnpublished'
      await recordActivity(staff.name, action, { ...changed, undo })
      if (isPublished) await tellOfLiveBook(id, undo)
      return toBook(changed)
    }),
  )

  serve('DELETE /admin/books/:id', ({ id }, { staff }) =>
    undoable(undoableBook(id, staff), async (undo) => {
      const deleted = required(await deleteBook(id, staff.name), 'bookNotFound')
      await recordActivity(staff.name, 'bookDeleted', { id, ...deleted, undo })
      return { status: 'deleted' as const }
    }),
  )
}

function bookFileRoutes(
  { serve, serveFile, serveWrite }: Routes,
  { files, storePicture, prepareStamp }: Options,
) {
  serve('PUT /admin/books/:id/file', async ({ id, file }, { staff }) => {
    const { isStamped } = await bookAt(id)
    const stored = await storeBookFile(files, file)
    // Now, so that the publisher is told at once where that cannot be done.
    if (isStamped) await prepareStamp(stored.id)
    await transaction(async () => {
      const changed = await setBookFile(id, stored)
      // The book was deleted during the upload.
      if (!changed) throw apiError('bookNotFound')
      await adoptEditions()
      await recordActivity(staff.name, 'bookFileReplaced', changed)
    })
    await tellOfFile()
    return bookAt(id)
  })

  serveFile('GET /admin/books/:id/file', async ({ id }, ctx) => {
    const { title, pdfId } = await filesOf(id)
    if (!pdfId) throw apiError('bookFileNotFound')
    ctx.set('Content-Disposition', `inline; filename="${slugOf(title) || 'book'}.pdf"`)
    await sendStored(ctx, files, bookFile(pdfId))
  })

  serveWrite('PATCH /admin/books/:id/stamp', async ({ id, isStamped }, { staff }) => {
    const changed = await setStamped(id, isStamped)
    if (changed) {
      await recordActivity(staff.name, isStamped ? 'bookStamped' : 'bookUnstamped', changed)
    }
    return changed ? toBook(changed) : bookAt(id)
  })

  serveWrite('PATCH /admin/books/:id/readable', async ({ id, isReadable }, { staff }) => {
    const changed = await setReadable(id, isReadable)
    if (changed) {
      await recordActivity(staff.name, isReadable ? 'bookReadable' : 'bookNotReadable', changed)
      return toBook(changed)
    }
    const book = await bookAt(id)
    if (isReadable && !book.isReadable) throw apiError('textNotReady')
    return book
  })

  serve('GET /admin/books/:id/text/:number', async ({ id, number }) => {
    const { pdfId, epubId } = await filesOf(id)
    const fileId = epubId ?? pdfId
    const part = required(
      fileId ? await findPartOfFile(fileId, number) : undefined,
      'chapterNotFound',
    )
    return { ...part, pictures: await listPictures(part.editionId, picturesIn(part.doc)) }
  })

  serve('GET /admin/books/:id/chapter-counts', async ({ id }) => {
    const [counts] = await listChapterCounts([id])
    return counts?.chapters ?? []
  })

  serve('PUT /admin/books/:id/cover', async ({ id, file }, { staff }) => {
    await bookAt(id)
    await storePicture(file, null, async ({ url }) => {
      const changed = required(await setCover(id, url), 'bookNotFound')
      await recordActivity(staff.name, 'bookCoverReplaced', changed)
    })
    return bookAt(id)
  })
}

function epubRoutes({ serve, serveFile }: Routes, files: Files) {
  serve('PUT /admin/books/:id/epub', async ({ id, file }, { staff }) => {
    await bookAt(id)
    const stored = await storeEpub(files, file.path)
    await transaction(async () => {
      const changed = required(await setEpub(id, stored), 'bookNotFound')
      await adoptEditions()
      await recordActivity(staff.name, 'bookEpubReplaced', changed)
    })
    await tellOfFile()
    return bookAt(id)
  })

  serve('DELETE /admin/books/:id/epub', async ({ id }, { staff }) => {
    const book = await undoable(undoableBook(id, staff), async (undo) => {
      const changed = await removeEpub(id)
      await adoptEditions()
      if (changed) await recordActivity(staff.name, 'bookEpubRemoved', { ...changed, undo })
      return bookAt(id)
    })
    // The text of the PDF comes in its place.
    await tellOfFile()
    return book
  })

  serveFile('GET /admin/books/:id/epub', async ({ id }, ctx) => {
    const { title, epubId } = await filesOf(id)
    if (!epubId) throw apiError('epubNotFound')
    ctx.set('Content-Disposition', `attachment; filename="${slugOf(title) || 'book'}.epub"`)
    await sendStored(ctx, files, epubFile(epubId))
  })
}

async function sendStored(ctx: Context, files: Files, name: string) {
  if (!(await sendFile(ctx, files, name))) throw new Error(`${name} is missing in ${files.place}`)
}

const undoableBook = (id: string, { id: staffId }: StaffMember) =>
  ({ kind: 'book', id, staffId, snapshot: bookUndo.snapshot }) as const

async function filesOf(id: string) {
  return required(await findBookFiles(id), 'bookNotFound')
}

/** The field tells it; the database holds it. `bundleId`: null for a new book. */
async function requirePossibleParts(parts: string[] | undefined, bundleId: string | null) {
  if (!parts?.length) return
  const refuse = (sentence: string) => apiError('invalid', { parts: [sentence] })
  const possible = await listPossibleParts(parts, bundleId)
  if (possible.length < parts.length)
    throw refuse('A part is a book of its own: no bundle, and not deleted')
  if (bundleId && (await isPartOfABundle(bundleId)))
    throw refuse('This book is part of a bundle, so it cannot have parts')
}

/** Undefined: it stays as it is, as it does once the book was public. */
async function chooseSlugOf(id: string, typed: string | undefined) {
  if (typed !== undefined && (await lockUnpublished(id)))
    await setSlug(id, await chooseSlug('book', typed, id))
}

async function bookAt(id: string) {
  const book = required(await findAdminBook(id), 'bookNotFound')
  return toBook(book)
}

type AdminBook = Awaited<ReturnType<typeof bookAt>>

function holds({ parts, ...book }: AdminBook, { parts: typedParts, ...fields }: BookFields) {
  const isSame = Object.entries(fields).every(
    ([name, typed]) => (book as Record<string, unknown>)[name] === typed,
  )
  const ids = parts.map(({ id }) => id)
  return isSame && (typedParts === undefined || isDeepStrictEqual(typedParts, ids))
}
