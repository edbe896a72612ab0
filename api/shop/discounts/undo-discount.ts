import { isDeepStrictEqual } from 'node:util'
import type { Snapshot } from '#api/staff/activity/undo.queries.ts'
import { apiError } from '#contract/errors.ts'
import { restoreDiscount, snapshotDiscount } from './discounts.admin.queries.ts'

/** Gives an ended code the end that it had, unless it was changed since. Resolves to the code. */
export async function undoDiscount(
  id: string,
  { before, after }: { before: Snapshot; after: Snapshot },
): Promise<string> {
  const discount = before['discount']
  if (!discount || !isDeepStrictEqual(await snapshotDiscount(id), after)) {
    throw apiError('undoChanged')
  }
  await restoreDiscount(id, discount)
  return String(discount['code'])
}
