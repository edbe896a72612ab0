import { readerMark } from '#site/lib/session.ts'

/**
 * Where presses on likes wait for a connection, as JSON: `{ reader, presses: [[storyId, liked], …] }`, the latest
 * press of each story, the oldest first. It belongs to whoever was signed in then: nobody else sees or sends it.
 */
export const queueKey = 'ascend.queued-likes'

/** A story, and what the last press on it asked for. */
export type Queued = [storyId: string, liked: boolean]

/** More stories than anybody likes between two connections. */
export const mostQueued = 50

/** The last press on a story takes the place of those before; the oldest goes when there are too many. */
export function withPress(queue: Queued[], id: string, liked: boolean): Queued[] {
  const press: Queued = [id, liked]
  return [...queue.filter(([one]) => one !== id), press].slice(-mostQueued)
}

/** What still waits when one was sent: the story too, if it was pressed again meanwhile. */
export function withoutSent(queue: Queued[], [sentId, sentLiked]: Queued): Queued[] {
  return queue.filter(([id, liked]) => id !== sentId || liked !== sentLiked)
}

/** What waits for the reader who is signed in. */
export function readQueue(): Queued[] {
  try {
    const { reader, presses } = JSON.parse(localStorage.getItem(queueKey) ?? '{}')
    const isOwn = reader !== undefined && reader === readerMark()
    return isOwn && Array.isArray(presses) ? presses.filter(isQueued).slice(-mostQueued) : []
  } catch {
    // No storage, or something else in it.
    return []
  }
}

function isQueued(value: unknown): value is Queued {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'boolean'
}

/** Resolves to whether the device keeps it. */
export function writeQueue(presses: Queued[]): boolean {
  try {
    const queue = { reader: readerMark(), presses }
    if (presses.length > 0) localStorage.setItem(queueKey, JSON.stringify(queue))
    else localStorage.removeItem(queueKey)
    return true
  } catch {
    // Storage is full or forbidden.
    return false
  }
}
