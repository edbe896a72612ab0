import { isDeepStrictEqual } from 'node:util'
import type { Snapshot } from '#api/staff/activity/undo.queries.ts'
import { apiError } from '#contract/errors.ts'
import { restoreIssue, snapshotIssue } from './issues.queries.ts'

/** Brings an issue back to the state before, unless it was changed since. Resolves to the subject. */
export async function undoIssue(
  id: string,
  { before, after }: { before: Snapshot; after: Snapshot },
): Promise<string> {
  const issue = before['issue']
  if (!issue || !isDeepStrictEqual(await snapshotIssue(id), after)) throw apiError('undoChanged')
  await restoreIssue(id, issue)
  return String(issue['subject'])
}
