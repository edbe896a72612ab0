import type { Message } from '#site/messages/messages.ts'
import { keepPending, type Pending } from './forms/pending.ts'
import { loginPath } from './login-path.ts'

/** Specification 11.3: time to read the toast before the page changes. */
const redirectDelayMs = 500

/** Shows why, then opens the sign-in page, which returns to this page; there `pending` is done (layouts/do-pending.ts). */
export async function signInAndReturn(notice: Message, pending?: Pending) {
  if (pending) keepPending(pending)
  const { showToast } = await import('#site/ui/toast.ts')
  showToast(notice)
  setTimeout(() => {
    location.assign(loginPath(location.pathname + location.search + location.hash))
  }, redirectDelayMs)
}
