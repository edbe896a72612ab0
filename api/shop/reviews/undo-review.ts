import { isDeepStrictEqual } from 'node:util'
import type { Snapshot } from '#api/staff/activity/undo.queries.ts'
import { apiError } from '#contract/errors.ts'
import { restoreReview, snapshotReview } from './reviews.queries.ts'

/** Brings a review back to the state before, unless its writer or somebody else changed it since. Resolves to the book's title. */
export async function undoReview(
  id: string,
  { before, after }: { before: Snapshot; after: Snapshot },
): Promise<string> {
  const review = before['review']
  if (!review || !isDeepStrictEqual(await snapshotReview(id), after)) throw apiError('undoChanged')
  await restoreReview(id, review)
  return String(review['title'])
}
