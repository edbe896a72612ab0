import type { Notice } from '#site/words/notices.ts'
import { notices } from '#site/words/notices.ts'

/** Copies, and says in a toast how it went. Resolves to whether it went. */
export async function copyText(text: string, done: Notice): Promise<boolean> {
  // Asked for at once: some browsers allow it only in the very moment of the press.
  const isCopied = await copy(text)
  const { showToast } = await import('#site/ui/toast.ts')
  showToast(isCopied ? done : notices.copyFailed)
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
