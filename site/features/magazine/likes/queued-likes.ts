import { likeOf, setLike, toggled } from '#site/lib/engagement.store.ts'
import { mayBeSignedIn } from '#site/lib/session.ts'
import { offlineMessages } from '#site/messages/offline-messages.ts'
import { readQueue, withPress, writeQueue } from './like-queue.ts'

/** Queues a like that could not be sent, and shows a toast. Returns whether it is queued. */
export function queueLike(id: string, liked: boolean): boolean {
  const isKept = mayBeSignedIn() && writeQueue(withPress(readQueue(), id, liked))
  const later = liked ? offlineMessages.likeLater : offlineMessages.unlikeLater
  // Under data saver the toast was not preloaded: the like is queued, and the button shows it.
  void import('#site/ui/toast.ts').then(
    ({ showToast }) => showToast(isKept ? later : offlineMessages.likeOnline),
    console.warn,
  )
  return isKept
}

/** A like that reached the server replaces a queued one. */
export function removeQueued(id: string) {
  const queue = readQueue()
  if (queue.length > 0) writeQueue(queue.filter(([one]) => one !== id))
}

/** A click on a like offline: shown at once, and queued. `count` is the page's own number. */
export function likeOffline(id: string, count: number) {
  const after = toggled(likeOf(id, count))
  if (queueLike(id, after.liked)) setLike(id, after)
}

/** Shows queued likes on a page that was rendered without them. */
export function showQueued() {
  for (const [id, liked] of readQueue()) {
    const button = document.querySelector<HTMLElement>(`[data-like="${CSS.escape(id)}"]`)
    if (!button) continue
    const before = likeOf(id, countOf(button))
    if (before.liked !== liked) setLike(id, toggled(before))
  }
}

/** The likes with which a story's page was rendered, from its button. */
export function countOf(button: HTMLElement) {
  return Number(button.dataset['count'])
}
