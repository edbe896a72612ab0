/**
 * Where presses on likes wait for a connection, as JSON: `[[storyId, liked], …]`, the latest press of each story,
 * the oldest first. It belongs to whoever is signed in, and goes with the session.
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
