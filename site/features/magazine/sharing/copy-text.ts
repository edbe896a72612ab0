import type { Message } from '#site/messages/messages.ts'
import { messages } from '#site/messages/messages.ts'

/** Copies, and says in a toast how it went. Resolves to whether it went. */
export async function copyText(text: string, done: Message): Promise<boolean> {
  // Asked for at once: some browsers allow it only in the very moment of the press.
  const isCopied = await copy(text)
  const { showToast } = await import('#site/ui/toast.ts')
  showToast(isCopied ? done : messages.copyFailed)
  return isCopied
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
