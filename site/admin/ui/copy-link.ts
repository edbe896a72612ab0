import { showToast } from '#site/admin/lib/queue-toast.ts'
import { messages } from '#site/messages/messages.ts'

/** Says whether it is on the clipboard. */
export async function copyLink(
  address: string,
  copied: Parameters<typeof showToast>[0] = messages.linkCopied,
) {
  try {
    await navigator.clipboard.writeText(address)
    await showToast(copied)
  } catch {
    await showToast({
      title: 'Not Copied',
      text: `Copy it by hand: ${address}`,
      isDestructive: true,
    })
  }
}
