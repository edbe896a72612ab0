import { mayBeSignedIn } from '#site/lib/session.ts'
import { showLike } from '#site/lib/show-like.ts'
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
export function forgetQueued(id: string) {
  const queue = readQueue()
  if (queue.length > 0) writeQueue(queue.filter(([one]) => one !== id))
}

/** A press on a like without a network: shown at once on every button of its story, and queued. */
export function likeOffline(button: HTMLElement) {
  const id = button.dataset['like'] ?? ''
  const before = shownIn(button)
  const liked = !before.liked
  if (queueLike(id, liked)) showLike(id, moved(before, liked))
}

/** Shows presses that wait on a page that was made without them. */
export function showQueued() {
  for (const [id, liked] of readQueue()) {
    const button = document.querySelector<HTMLElement>(`[data-like="${CSS.escape(id)}"]`)
    if (!button) continue
    const before = shownIn(button)
    if (before.liked !== liked) showLike(id, moved(before, liked))
  }
}

function shownIn(button: HTMLElement) {
  return {
    liked: button.ariaPressed === 'true',
    likesCount: Number(button.querySelector('[data-likes]')?.textContent),
  }
}

function moved({ likesCount }: { likesCount: number }, liked: boolean) {
  return { liked, likesCount: Math.max(0, likesCount + (liked ? 1 : -1)) }
}
