import { isDeepStrictEqual } from 'node:util'
import type { Snapshot, WayBack } from '#api/staff/activity/undo.queries.ts'
import { snapshotStory } from './story-lifecycle.queries.ts'
import { returnTo } from './story-lifecycle.ts'

/** The only way back from a transition besides the transitions themselves. */
export const storyUndo = {
  snapshot: snapshotStory,
  isUnchanged(now, { before, after }) {
    const seen = isHeadMoved(before, after) ? now : withHeadOf(after, now)
    return isDeepStrictEqual(seen, after)
  },
  async undo(id, { before, after, now }) {
    await returnTo(id, isHeadMoved(before, after) ? before : withHeadOf(now, before))
    return String(after['story']?.['title'] ?? before['story']?.['title'] ?? '')
  },
} satisfies WayBack

/** Somebody may go on writing: a draft's head counts only where the action has moved it. */
const isHeadMoved = (before: Snapshot, after: Snapshot) =>
  before['draft']?.['head'] !== after['draft']?.['head']

function withHeadOf(other: Snapshot, snapshot: Snapshot): Snapshot {
  const head = other['draft']?.['head']
  return { ...snapshot, draft: snapshot['draft'] ? { ...snapshot['draft'], head } : null }
}
