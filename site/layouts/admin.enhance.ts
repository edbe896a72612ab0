import { adminPaths } from '#site/lib/admin/admin-paths.ts'
import { adminCall, leaveAdmin } from '#site/lib/admin/call.ts'
import { flushToasts, queueToast } from '#site/lib/admin/queue-toast.ts'
import { showCounts } from '#site/lib/admin/show-counts.ts'
import { currentStats } from '#site/lib/admin/stats.ts'
import { clearToken, storedToken } from '#site/lib/admin/token.ts'
import { clearTypedText } from '#site/lib/admin/typed-text.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'

// The quick check (specification section 4); whether the token still works, the first call finds out.
if (storedToken()) {
  flushToasts()
  void showCounts(currentStats())
} else {
  leaveAdmin()
}

const button = document.querySelector<HTMLButtonElement>('[data-desk-logout]')
button?.addEventListener('click', async () => {
  if (button.ariaBusy) return
  button.ariaBusy = 'true'
  // What is not told to the server ends by itself within hours; here it ends now.
  await adminCall('POST /admin/logout', {}).catch(console.warn)
  clearToken()
  clearTypedText()
  queueToast(adminMessages.loggedOut)
  location.assign(adminPaths.login())
})
