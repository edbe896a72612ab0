import { readerMark } from '#site/lib/session.ts'
import { forget, readJson, writeJson } from '#site/lib/web-storage.ts'

/**
 * The storage key of likes that wait for a connection, as JSON: `{ reader, presses: [[storyId, liked], …] }`, the last
 * of each story, the oldest first. It belongs to the reader who was signed in then: nobody else sees or sends it.
 */
export const queueKey = 'ascend.queued-likes'

/** A story, and whether the last click liked it. */
export type Queued = [storyId: string, liked: boolean]

/** More stories than anybody likes between two connections. */
export const mostQueued = 50

/** A new click on a story replaces its earlier ones; the oldest is dropped above the limit. */
export function withPress(queue: Queued[], id: string, liked: boolean): Queued[] {
  const press: Queued = [id, liked]
  return [...queue.filter(([one]) => one !== id), press].slice(-mostQueued)
}

/** The queue after one was sent: with its story, if that was clicked again since. */
export function withoutSent(queue: Queued[], [sentId, sentLiked]: Queued): Queued[] {
  return queue.filter(([id, liked]) => id !== sentId || liked !== sentLiked)
}

export function readQueue(): Queued[] {
  return readJson(queueKey, toOwn) ?? []
}

function toOwn(json: unknown): Queued[] {
  const { reader, presses } = json as { reader?: string; presses: Queued[] }
  const isOwn = reader !== undefined && reader === readerMark()
  return isOwn ? presses.filter(isQueued).slice(-mostQueued) : []
}

function isQueued(value: unknown): value is Queued {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'boolean'
}

/** Returns whether the device stored it. */
export function writeQueue(presses: Queued[]): boolean {
  if (presses.length === 0) return forget(queueKey)
  return writeJson(queueKey, { reader: readerMark(), presses })
}
