import type { Undo } from '#contract/undo.ts'
import { forget, readJson, writeJson } from '#site/lib/web-storage.ts'
import type { AdminMessage } from '#site/messages/admin-messages.ts'

const key = 'ascend.notice'

type QueuedToast = AdminMessage & { undo: Undo | undefined; at: number }

/** Shows a toast now; that of what can be undone, one action or several at once, has the button for it. */
export async function showToast(
  notice: AdminMessage,
  undo: Undo | readonly Undo[] = [],
  onUndone?: () => void,
) {
  const undos = [undo].flat()
  const [{ showToast }, message] = await Promise.all([
    import('#site/ui/toast.ts'),
    complete(notice, undos, onUndone),
  ])
  // Deferred: a dialog that is just closing would remove the toast with it.
  setTimeout(() => showToast(message))
}

async function complete(notice: AdminMessage, undos: readonly Undo[], onUndone?: () => void) {
  const isMailed = notice.mail !== undefined
  const told = isMailed ? await (await import('./mail-notice.ts')).withMail(notice) : notice
  if (undos.length === 0) return told
  return (await import('./undo-toast.ts')).withUndo(told, undos, onUndone)
}

/** Queues a toast for the next admin page. */
export function queueToast(notice: AdminMessage, undo?: Undo) {
  const queued: QueuedToast = { ...notice, undo, at: Date.now() }
  writeJson(key, queued, 'tab')
}

/** Shows the toast that the previous page queued. */
export function flushToasts() {
  const queued = readJson(key, (json) => json as QueuedToast, 'tab')
  forget(key, 'tab')
  if (!queued) return
  const { undo, at, ...notice } = queued
  const seconds = undo && undo.seconds - (Date.now() - at) / 1000
  void showToast(notice, undo && seconds && seconds > 0 ? { ...undo, seconds } : undefined)
}
