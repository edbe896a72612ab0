import { ApiError } from '#contract/api-error.ts'
import type { Message } from '#site/messages/messages.ts'
import { paths } from './paths.ts'

/** Specification 11.3: time to read the toast before the page changes. */
const redirectDelayMs = 500

/** Whether a call was refused because nobody is signed in. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

/** Shows why, then opens the sign-in page, which returns to this page. */
export async function signInAndReturn(notice: Message) {
  const { showToast } = await import('#site/ui/toast.ts')
  showToast(notice)
  setTimeout(() => {
    location.assign(paths.login(location.pathname + location.search + location.hash))
  }, redirectDelayMs)
}
