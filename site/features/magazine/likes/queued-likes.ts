import { likeOf, setLike, toggled } from '#site/lib/engagement.store.ts'
import { mayBeSignedIn } from '#site/lib/session.ts'
import { offlineMessages } from '#site/messages/offline-messages.ts'
import { readQueue, withPress, writeQueue } from './like-queue.ts'

/** A press that could not be sent: it waits here, and somebody is told so. Says whether it waits. */
export function queueLike(id: string, liked: boolean): boolean {
  const isKept = mayBeSignedIn() && writeQueue(withPress(readQueue(), id, liked))
  const later = liked ? offlineMessages.likeLater : offlineMessages.unlikeLater
  // Under data saver it did not come ahead: the press waits all the same, and the button shows it.
  void import('#site/ui/toast.ts').then(
    ({ showToast }) => showToast(isKept ? later : offlineMessages.likeOnline),
    console.warn,
  )
  return isKept
}

/** A press that reached the server takes the place of one that waits. */
export function removeQueued(id: string) {
  const queue = readQueue()
  if (queue.length > 0) writeQueue(queue.filter(([one]) => one !== id))
}

/** A press on a like without a network: shown at once, and queued. `count` is what the page was made with. */
export function likeOffline(id: string, count: number) {
  const after = toggled(likeOf(id, count))
  if (queueLike(id, after.liked)) setLike(id, after)
}

/** Shows presses that wait on a page that was made without them. */
export function showQueued() {
  for (const [id, liked] of readQueue()) {
    const button = document.querySelector<HTMLElement>(`[data-like="${CSS.escape(id)}"]`)
    if (!button) continue
    const before = likeOf(id, countOf(button))
    if (before.liked !== liked) setLike(id, toggled(before))
  }
}

/** The likes that a story's page was made with, as its button says. */
export function countOf(button: HTMLElement) {
  return Number(button.dataset['count'])
}
