import { clearNotes } from './book-notes.ts'
import { clearBookPlaces } from './book-places.ts'

/** What the reader did in books, on this device. */
export function clearBooks() {
  clearBookPlaces()
  clearNotes()
}
