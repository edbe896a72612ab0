import { showToast } from '#site/admin/lib/queue-toast.ts'
import { messages } from '#site/messages/messages.ts'

/** Says whether it is on the clipboard. */
export async function copyLink(address: string) {
  try {
    await navigator.clipboard.writeText(address)
    await showToast(messages.linkCopied)
  } catch {
    await showToast({ title: 'Not Copied', text: `The link is ${address}`, isDestructive: true })
  }
}
