import { ApiError } from '#contract/api-error.ts'
import { publisherSignIn } from '#contract/endpoints/admin-sign-in.ts'
import { adminPaths } from '#site/lib/admin/admin-paths.ts'
import { flushToasts, queueToast, showToast } from '#site/lib/admin/queue-toast.ts'
import { storedToken, storeToken } from '#site/lib/admin/token.ts'
import { call } from '#site/lib/call.ts'
import { checkForm } from '#site/lib/check-form.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'

// Only that there is one is known: if it works no more, the dashboard leads back here without it.
if (storedToken()) location.replace(adminPaths.dashboard)
else flushToasts()

const form = document.querySelector<HTMLFormElement>('[data-publisher-sign-in]')
if (form) {
  checkForm(form, publisherSignIn, async (typed) => {
    const fields = [...form.querySelectorAll('input')]
    for (const field of fields) field.disabled = true
    try {
      const { token } = await call('POST /admin/login', typed)
      storeToken(token)
      queueToast(adminMessages.loginSuccessful)
      location.replace(wayBack())
    } catch (error) {
      void showToast(noticeOf(error))
      throw error
    } finally {
      for (const field of fields) field.disabled = false
    }
  })
}

/** Wrong words have the specification's sentence; too many of them, the server's own. */
function noticeOf(error: unknown) {
  const isRefused = error instanceof ApiError && error.status < 500
  if (!isRefused) return adminMessages.loginError
  return { ...adminMessages.loginFailed, text: error.sentence }
}

/** The page of the desk that the publisher came from; nowhere else, whatever the address says (threats 26). */
function wayBack(): string {
  const asked = new URLSearchParams(location.search).get('returnTo') ?? ''
  return /^\/admin\/(?!login)[\w\-/]+(\?[\w\-=&%.+]*)?$/.test(asked) ? asked : adminPaths.dashboard
}
