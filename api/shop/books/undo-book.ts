import { isDeepStrictEqual } from 'node:util'
import type { Snapshot } from '#api/staff/activity/undo.queries.ts'
import { apiError } from '#contract/errors.ts'
import { restoreBook, snapshotBook } from './books.admin.queries.ts'

/** Publishes, unpublishes or brings back a book as it was, unless it was changed since. Resolves to the title. */
export async function undoBook(
  id: string,
  { before, after }: { before: Snapshot; after: Snapshot },
): Promise<string> {
  const book = before['book']
  if (!book || !isDeepStrictEqual(await snapshotBook(id), after)) throw apiError('undoChanged')
  await restoreBook(id, book)
  return String(book['title'])
}
