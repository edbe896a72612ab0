import { atom } from 'nanostores'
import { call } from '#site/lib/call.ts'
import { mayBeSignedIn } from '#site/lib/session.ts'
import { readJson, writeJson } from '#site/lib/web-storage.ts'

/** A saved book on the device: enough to list it without a call. */
export interface SavedBook {
  id: string
  title: string
  authorName: string
  /** The account has it too. Removed there by another device, it is removed here as well. */
  isWithAccount?: boolean
}

const storageKey = 'ascend.saved'
const toBooks = (json: unknown) => (json as SavedBook[]).filter(isSavedBook)

/** The saved books of this device, the latest first. */
export const $saved = atom<SavedBook[]>(readJson(storageKey, toBooks) ?? [])

function isSavedBook(value: unknown): value is SavedBook {
  const { id, title, authorName } = (value ?? {}) as Partial<SavedBook>
  return typeof id === 'string' && typeof title === 'string' && typeof authorName === 'string'
}

function keep(books: SavedBook[]) {
  $saved.set(books)
  // Storage may be full or forbidden: the list lasts for this page, and permanently in the account.
  writeJson(storageKey, books)
}

/** Saves or removes a book: on the device at once, and in the account of a signed-in reader. */
export async function toggleSaved(book: SavedBook): Promise<boolean> {
  const isSaved = $saved.get().some(({ id }) => id === book.id)
  if (isSaved) drop(book.id)
  else put(book)
  if (mayBeSignedIn()) {
    await call(isSaved ? 'DELETE /books/:id/saved' : 'PUT /books/:id/saved', { id: book.id })
    if (!isSaved) put({ ...book, isWithAccount: true })
  }
  return !isSaved
}

/** Updates one book from the account, which another device may have changed. */
export async function readAccount(book: SavedBook) {
  if (!mayBeSignedIn()) return
  const { saved } = await call('GET /books/:id/saved', { id: book.id })
  const here = $saved.get().find(({ id }) => id === book.id)
  if (saved) put({ ...book, isWithAccount: true })
  else if (here?.isWithAccount) drop(book.id)
  else if (here) await sendSaved([])
}

/**
 * Adds the books that only this device has to the account. Resolves to whether that changed the account's list,
 * which is passed as it was before.
 */
export async function sendSaved(account: SavedBook[]): Promise<boolean> {
  const isKnown = new Set(account.map(({ id }) => id))
  const fresh = $saved.get().filter(({ id, isWithAccount }) => !isWithAccount && !isKnown.has(id))
  const sent = await Promise.allSettled(
    fresh.map(async (book) => {
      await call('PUT /books/:id/saved', { id: book.id })
      put({ ...book, isWithAccount: true })
    }),
  )
  return sent.some(({ status }) => status === 'fulfilled')
}

/** Replaces the device's list by the account's; a book that has left the shelf is removed. */
export function replaceSaved(account: SavedBook[]) {
  keep(account.map((book) => ({ ...book, isWithAccount: true })))
}

function put(book: SavedBook) {
  keep([book, ...$saved.get().filter(({ id }) => id !== book.id)])
}

function drop(bookId: string) {
  keep($saved.get().filter(({ id }) => id !== bookId))
}
