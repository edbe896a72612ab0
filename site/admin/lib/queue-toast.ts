import type { Message } from '#site/messages/messages.ts'

const key = 'ascend.notice'

/** Shows a toast now. */
export async function showToast(notice: Message) {
  const { showToast } = await import('#site/ui/toast.ts')
  // Not at once: a dialog that is just closing would take the toast along.
  setTimeout(() => showToast(notice))
}

/** Leaves a toast for the next admin page, where the publisher arrives. */
export function queueToast(notice: Message) {
  try {
    sessionStorage.setItem(key, JSON.stringify(notice))
  } catch {
    // Then it is not told; the page shows what came of it.
  }
}

/** Shows what the page before left. */
export function flushToasts() {
  try {
    const waiting = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    if (waiting) void showToast(JSON.parse(waiting))
  } catch {
    // Nothing was left, or nothing that can be read.
  }
}
