import { QueryObserver } from '@tanstack/react-query'
import { adminPaths } from '#site/lib/admin/admin-paths.ts'
import { adminCall, leaveAdmin } from '#site/lib/admin/call.ts'
import { queryClient } from '#site/lib/admin/query-client.ts'
import { flushToasts, queueToast } from '#site/lib/admin/queue-toast.ts'
import { type Stats, statsQuery } from '#site/lib/admin/stats-query.ts'
import { clearToken, storedToken } from '#site/lib/admin/token.ts'
import { clearTypedText } from '#site/lib/admin/typed-text.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'

// The quick check (specification section 4); whether the token still works, the first call finds out.
if (storedToken()) {
  flushToasts()
  new QueryObserver(queryClient, statsQuery).subscribe(({ data, isError }) =>
    showCounts(isError ? undefined : data),
  )
} else {
  leaveAdmin()
}

/** How much waits, beside the names in the navigation; nothing where it is not known. */
function showCounts(stats: Stats | undefined) {
  for (const place of document.querySelectorAll<HTMLElement>('[data-admin-count]')) {
    const count = stats?.[place.dataset['adminCount'] as keyof Stats]
    place.hidden = !count
    place.textContent = String(count ?? '')
  }
}

const button = document.querySelector<HTMLButtonElement>('[data-admin-logout]')
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
