import type { Notice } from '#site/words/notices.ts'
import { notices } from '#site/words/notices.ts'

/** Copies, and says in a toast how it went. Resolves to whether it went. */
export async function copyText(text: string, done: Notice): Promise<boolean> {
  const { showToast } = await import('#site/ui/toast.ts')
  try {
    await navigator.clipboard.writeText(text)
    showToast(done)
    return true
  } catch {
    showToast(notices.copyFailed)
    return false
  }
}
