import { call } from '#site/lib/call.ts'
import { type BookPlace, listBookPlaces, mergeBookPlaces } from '#site/lib/reading/book-places.ts'
import { readerMark } from '#site/lib/session.ts'

/**
 * Tells the account where its reader is in books, and learns it from their other devices. Resolves to what it learned of
 * this book, if that is later than `before`. Never rejects: what could not be sent goes with the next page.
 */
export async function syncPlaces(bookId: string, before = 0): Promise<BookPlace | undefined> {
  const reader = readerMark()
  if (reader === undefined || !navigator.onLine) return undefined
  try {
    const places = listBookPlaces().map(({ of: _, ...place }) => place)
    const known = await call('PUT /account/book-places', { places })
    // Whoever has signed out since leaves nothing behind.
    if (readerMark() !== reader) return undefined
    mergeBookPlaces(known)
    return known.find((place) => place.bookId === bookId && place.at > before)
  } catch (error) {
    console.warn(error)
    return undefined
  }
}
