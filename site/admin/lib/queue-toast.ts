import type { Message } from '#site/messages/messages.ts'

const key = 'ascend.notice'

/** Shows a toast now. */
export async function showToast(notice: Message) {
  const { showToast } = await import('#site/ui/toast.ts')
  // Deferred: a dialog that is just closing would remove the toast with it.
  setTimeout(() => showToast(notice))
}

/** Queues a toast for the next admin page. */
export function queueToast(notice: Message) {
  try {
    sessionStorage.setItem(key, JSON.stringify(notice))
  } catch {
    // Then it is lost; the page shows the result.
  }
}

/** Shows the toast that the previous page queued. */
export function flushToasts() {
  try {
    const waiting = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    if (waiting) void showToast(JSON.parse(waiting))
  } catch {
    // Nothing was queued, or nothing readable.
  }
}
