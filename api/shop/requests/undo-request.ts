import { isDeepStrictEqual } from 'node:util'
import { deleteBookRow } from '#api/shop/books/books.admin.queries.ts'
import type { Snapshot } from '#api/staff/activity/undo.queries.ts'
import { apiError } from '#contract/errors.ts'
import { restoreRequest, snapshotRequest } from './requests.queries.ts'

/**
 * Brings a request back to the state before, unless it, or the draft that it became, was changed since; that draft goes.
 * Resolves to the title.
 */
export async function undoRequest(
  id: string,
  { before, after }: { before: Snapshot; after: Snapshot },
): Promise<string> {
  const request = before['request']
  if (!request || !isDeepStrictEqual(await snapshotRequest(id), after)) {
    throw apiError('undoChanged')
  }
  await restoreRequest(id, request)
  const made = after['book']
  if (made && !before['book']) await deleteBookRow(String(made['id']))
  return String(request['title'])
}
