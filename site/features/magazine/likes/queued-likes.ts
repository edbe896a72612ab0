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
