import { isDeepStrictEqual } from 'node:util'
import type { Snapshot } from '#api/staff/activity/undo.queries.ts'
import { apiError } from '#contract/errors.ts'
import { restoreStory, snapshotStory } from './story-lifecycle.queries.ts'

/**
 * The only way back from a transition besides the transitions themselves: to the rows as they were, if nobody has changed
 * them since. What comes back to readers is checked by the database as ever (`check_may_publish`). Resolves to the title.
 */
export async function undoStory(
  id: string,
  { before, after }: { before: Snapshot; after: Snapshot },
): Promise<string> {
  const now = await snapshotStory(id)
  // Somebody may go on writing: a draft's head counts only where the action has moved it.
  const isHeadMoved = before['draft']?.['head'] !== after['draft']?.['head']
  const seen = isHeadMoved ? now : withHead(now, after['draft']?.['head'])
  if (!isDeepStrictEqual(seen, after)) throw apiError('undoChanged')
  await restoreStory(id, isHeadMoved ? before : withHead(before, now['draft']?.['head']))
  return String(after['story']?.['title'] ?? before['story']?.['title'] ?? '')
}

function withHead(snapshot: Snapshot, head: unknown): Snapshot {
  return { ...snapshot, draft: snapshot['draft'] ? { ...snapshot['draft'], head } : null }
}
