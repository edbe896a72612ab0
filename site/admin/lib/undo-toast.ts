import { ApiError } from '#contract/api-error.ts'
import type { Undo } from '#contract/undo.ts'
import { adminMessages, notUndone } from '#site/messages/admin-messages.ts'
import type { Message } from '#site/messages/messages.ts'
import { adminCall } from './call.ts'
import { queryClient } from './query-client.ts'

/** Takes an action, or several at once, back, says so, and loads again what the page shows. Resolves to whether it was done. */
export async function undoAction(
  ids: string | readonly string[],
  onUndone?: () => void,
): Promise<boolean> {
  const { showToast } = await import('#site/ui/toast.ts')
  try {
    for (const id of [ids].flat()) await adminCall('POST /admin/undo/:id', { id })
    onUndone?.()
    // Deferred: a dialog that is just closing would remove the toast with it.
    setTimeout(() => showToast(adminMessages.undone))
    return true
  } catch (error) {
    const isAnswer = error instanceof ApiError && error.status < 500
    showToast(notUndone(isAnswer ? error.sentence : undefined))
    return false
  } finally {
    void queryClient.invalidateQueries()
  }
}

/** The last one, while it holds. */
let undoLast: (() => void) | undefined

/**
 * The toast of an action, with its Undo for as long as that holds; Ctrl+Z does the same wherever no field has the focus. The
 * focus returns to where it was.
 */
export function withUndo(notice: Message, undos: readonly Undo[], onUndone?: () => void): Message {
  const origin = document.activeElement
  const press = () => {
    undoLast = undefined
    if (document.activeElement === document.body) focusAgain(origin)
    void undoAction(
      undos.map(({ id }) => id),
      onUndone,
    )
  }
  undoLast = press
  // A second time it changes nothing.
  document.addEventListener('keydown', onKey)
  const durationMs = 1000 * Math.min(...undos.map(({ seconds }) => seconds))
  setTimeout(() => {
    if (undoLast === press) undoLast = undefined
  }, durationMs)
  return { ...notice, durationMs, action: { label: 'Undo', press } }
}

function onKey(event: KeyboardEvent) {
  if (!undoLast || event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return
  if ((event.target as Element).closest('input, textarea, select, [contenteditable]')) return
  event.preventDefault()
  undoLast()
}

function focusAgain(origin: Element | null) {
  const isThere = origin instanceof HTMLElement && origin.isConnected && origin !== document.body
  const place = isThere ? origin : document.querySelector<HTMLElement>('main h1, main h2')
  if (place && !isThere) place.tabIndex = -1
  place?.focus()
}
