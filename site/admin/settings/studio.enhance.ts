import { adminCall } from '#site/admin/lib/call.ts'
import { $member } from '#site/admin/lib/member.ts'

// Which groups have a draft that is not published.
const unsubscribe = $member.subscribe((member) => {
  if (!member) return
  queueMicrotask(() => unsubscribe())
  showDrafts().catch(console.warn)
})

async function showDrafts() {
  for (const { group, hasDraft } of await adminCall('GET /admin/settings', {})) {
    const badge = document.querySelector<HTMLElement>(`[data-setting-draft="${group}"]`)
    if (badge) badge.hidden = !hasDraft
  }
}
