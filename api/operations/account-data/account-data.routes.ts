import { limiter } from '#api/http/load/rate-limit.ts'
import { isPublic } from '#api/http/open-server.ts'
import type { Reader } from '#api/http/request-context.ts'
import type { Routes } from '#api/http/serve.ts'
import { listLikedStories } from '#api/magazine/likes/likes.queries.ts'
import { listSubmissions } from '#api/magazine/submissions/submissions.queries.ts'
import { findReader } from '#api/readers/accounts/accounts.queries.ts'
import { findReading } from '#api/readers/reading/reading.queries.ts'
import { toBook } from '#api/shop/books/books.queries.ts'
import { listReading } from '#api/shop/chapters/chapters.queries.ts'
import { type BookPlace, listPlaces } from '#api/shop/chapters/places.queries.ts'
import { findRights } from '#api/shop/chapters/rights.queries.ts'
import { type LinksWith, listDownloads, orderPage } from '#api/shop/orders/copies.queries.ts'
import { listSavedBooks } from '#api/shop/saved/saved.queries.ts'
import { dayOf } from '#contract/dates.ts'
import { required } from '#contract/errors.ts'
import { libraryReads } from '#contract/form-limits.ts'
import { pageSize, shown } from '#contract/limits.ts'
import { statsOf } from '#contract/magazine/reading.ts'
import { finishedAt } from '#contract/shop/reading.ts'
import { pageOf, type Slice, transaction } from '#db/sql.ts'
import { countLibrary, countMarks, deleteReader, listLibrary } from './account-data.queries.ts'
import { exportAccount } from './export-account.ts'
import { findLibraryReader, findLibraryToken, renewLibraryLink } from './library-links.queries.ts'

const ofLibrary = limiter('library', libraryReads)

export function accountDataRoutes({ serve }: Routes, outside: LinksWith) {
  serve('GET /account', (_, { reader }) => accountPage(reader))

  serve('GET /account/books', ({ page }, { reader }) => booksPage(reader, page, outside))

  serve('PUT /account/library-link', async (_, { reader }) => ({
    token: await renewLibraryLink(reader.id, outside.orderSecret),
  }))

  serve('GET /libraries/:token', async ({ token, ...paging }) => {
    const link = required(await findLibraryReader(token), 'libraryNotFound')
    const { readerId } = link
    await ofLibrary.count(readerId)
    const own = { readerId, isOwnOnly: true }
    return pageOf(
      paging,
      (slice) => withDownloads(own, slice, outside),
      () => countLibrary(own),
    )
  })

  serve('GET /account/export', (_, { reader }) => exportAccount(reader))

  serve('DELETE /account', async (_, context) => {
    await transaction(() => deleteReader(context.reader.id))
    await context.signOut()
  })
}

async function accountPage(reader: Reader) {
  const [account, submissions, likes, savedBooks, libraryTotal, reading, marks] = await Promise.all(
    [
      findReader(reader.id),
      listSubmissions(reader.id),
      listLikedStories(reader.id, pageSize.max),
      listSavedBooks(reader.id),
      countLibrary({ readerId: reader.id }),
      findReading(reader.id),
      countMarks(reader.id),
    ],
  )
  const isEmailProven = !!account?.emailProvenAt
  const readingStats = {
    ...statsOf(reading, dayOf(new Date())),
    ...marks,
    achievementsUnlocked: reading.unlocked.length,
  }
  const hasPassword = account?.hasPassword === true
  return {
    submissions,
    likes,
    readingStats,
    isEmailProven,
    hasPassword,
    saved: savedBooks.map(toBook),
    libraryTotal,
  }
}

/** The book that they read last and have not finished: it may be free, or on another page of the library. */
async function findLastOpen(readerId: string, places: BookPlace[], { publicUrl }: LinksWith) {
  const asking = { readerId, key: undefined, isPublic: isPublic(publicUrl) }
  for (const { bookId, fraction } of places) {
    const rights = fraction < finishedAt && (await findRights(bookId, asking))
    if (rights && (rights.access === 'own' || rights.access === 'free')) return bookId
  }
  return undefined
}

/** A page of what they have, with how far they are in what is read here. */
async function booksPage({ id: readerId }: Reader, page: number, outside: LinksWith) {
  const [account, places, bought, libraryToken] = await Promise.all([
    findReader(readerId),
    listPlaces(readerId),
    pageOf(
      { page, pageSize: shown.library },
      (slice) => withDownloads({ readerId }, slice, outside),
      () => countLibrary({ readerId }),
    ),
    findLibraryToken(readerId, outside.orderSecret),
  ])
  const { items: library, total: libraryTotal } = bought
  const ids = library.flatMap(({ book, presentFor, download }) =>
    presentFor === null ? [book.id, ...(download?.parts.map(({ bookId }) => bookId) ?? [])] : [],
  )
  const last = await findLastOpen(readerId, places, outside)
  if (last) ids.push(last)
  return {
    library,
    libraryTotal,
    reading: await listReading(readerId, ids),
    libraryToken: libraryToken ?? null,
    isEmailProven: !!account?.emailProvenAt,
  }
}

async function withDownloads(
  of: Parameters<typeof listLibrary>[0],
  slice: Slice,
  outside: LinksWith,
) {
  const bought = await listLibrary(of, slice)
  const ids = bought.map(({ order }) => order.id)
  const downloads = await listDownloads(ids, outside)
  return bought.map(({ order, ...rest }) => ({
    ...rest,
    reference: order.reference,
    orderUrl: orderPage(order, outside.orderSecret),
    download: downloads.get(order.id) ?? null,
  }))
}
