import { queueKey } from './like-queue.ts'
import { countOf, likeOffline, showQueued } from './queued-likes.ts'

/**
 * Shows and sends queued likes, and handles clicks on likes offline: an island could not be loaded then,
 * and neither could any module that a click would import.
 */
export function startLikeQueue() {
  const settle = async () => {
    if (!hasQueue()) return
    try {
      showQueued()
      if (!navigator.onLine) return
      const { sendQueued } = await import('./send-queued.ts')
      await sendQueued()
    } catch (error) {
      // Sent when the connection is back, or with the next page.
      console.warn(error)
    }
  }
  addEventListener('online', settle)
  addEventListener(
    'click',
    (event) => {
      const button = (event.target as Element).closest<HTMLElement>('button[data-like]')
      if (!button || navigator.onLine) return
      event.preventDefault()
      event.stopImmediatePropagation()
      likeOffline(button.dataset['like'] ?? '', countOf(button))
    },
    true,
  )
  void settle()
}

function hasQueue(): boolean {
  try {
    return localStorage.getItem(queueKey) !== null
  } catch {
    return false
  }
}
