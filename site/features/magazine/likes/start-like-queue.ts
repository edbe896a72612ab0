import { queueKey } from './like-queue.ts'
import { countOf, likeOffline, showQueued } from './queued-likes.ts'

/**
 * Shows and sends what waits, and takes presses on likes while there is no network: an island could not come then,
 * and neither could anything that a press would have to import.
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
      // It goes when the connection is back, or with the next page.
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
