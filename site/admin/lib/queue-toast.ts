import type { Undo } from '#contract/undo.ts'
import type { Message } from '#site/messages/messages.ts'

const key = 'ascend.notice'

/** Shows a toast now; that of what can be undone, one action or several at once, has the button for it. */
export async function showToast(
  notice: Message,
  undo: Undo | readonly Undo[] = [],
  onUndone?: () => void,
) {
  const undos = [undo].flat()
  const [{ showToast }, message] = await Promise.all([
    import('#site/ui/toast.ts'),
    undos.length > 0
      ? import('./undo-toast.ts').then(({ withUndo }) => withUndo(notice, undos, onUndone))
      : notice,
  ])
  // Deferred: a dialog that is just closing would remove the toast with it.
  setTimeout(() => showToast(message))
}

/** Queues a toast for the next admin page. */
export function queueToast(notice: Message, undo?: Undo) {
  try {
    sessionStorage.setItem(key, JSON.stringify({ ...notice, undo, at: Date.now() }))
  } catch {
    // Then it is lost; the page shows the result.
  }
}

/** Shows the toast that the previous page queued. */
export function flushToasts() {
  try {
    const waiting = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    if (!waiting) return
    const { undo, at, ...notice } = JSON.parse(waiting) as Message & { undo?: Undo; at: number }
    const seconds = undo && undo.seconds - (Date.now() - at) / 1000
    void showToast(notice, undo && seconds && seconds > 0 ? { ...undo, seconds } : undefined)
  } catch {
    // Nothing was queued, or nothing readable.
  }
}
