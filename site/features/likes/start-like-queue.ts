import { queueKey } from './like-queue.ts'

/** Shows and sends what waits, and takes presses on likes while there is no network: an island could not come. */
export function startLikeQueue() {
  const settle = async () => {
    if (!hasQueue()) return
    const { sendQueued, showQueued } = await import('./queued-likes.ts')
    showQueued()
    await sendQueued()
  }
  addEventListener('online', settle)
  addEventListener(
    'click',
    async (event) => {
      const button = (event.target as Element).closest<HTMLElement>('button[data-like]')
      if (!button || navigator.onLine) return
      event.preventDefault()
      event.stopImmediatePropagation()
      try {
        const { likeOffline } = await import('./queued-likes.ts')
        await likeOffline(button)
      } catch (error) {
        // Under data saver nothing came ahead: the press is lost, and not shown as if it were not.
        console.warn(error)
      }
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
