import type { Message } from '#site/messages/messages.ts'
import { messages } from '#site/messages/messages.ts'

/** Copies, and shows the result in a toast. Resolves to whether it was copied. */
export async function copyText(
  text: string,
  done: Message,
  failed: Message = messages.copyFailed,
): Promise<boolean> {
  // It is called at once: some browsers allow it only during the click.
  const isCopied = await copy(text)
  const { showToast } = await import('#site/ui/toast.ts')
  showToast(isCopied ? done : failed)
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
