import { publisherSignIn } from '#contract/endpoints/publisher.ts'
import { Refusal } from '#contract/refusal.ts'
import { call } from '#site/lib/call.ts'
import { checkForm } from '#site/lib/check-form.ts'
import { deskPaths } from '#site/lib/desk/desk-paths.ts'
import { say, sayLater, sayWhatWaits } from '#site/lib/desk/notice-later.ts'
import { keepToken, keptToken } from '#site/lib/desk/token.ts'
import { deskNotices } from '#site/words/desk-notices.ts'

// Only that there is one is known: if it works no more, the dashboard leads back here without it.
if (keptToken()) location.replace(deskPaths.dashboard)
else sayWhatWaits()

const form = document.querySelector<HTMLFormElement>('[data-publisher-sign-in]')
if (form) {
  checkForm(form, publisherSignIn, async (typed) => {
    const fields = [...form.querySelectorAll('input')]
    for (const field of fields) field.disabled = true
    try {
      const { token } = await call('POST /admin/login', typed)
      keepToken(token)
      sayLater(deskNotices.loginSuccessful)
      location.replace(wayBack())
    } catch (error) {
      void say(noticeOf(error))
      throw error
    } finally {
      for (const field of fields) field.disabled = false
    }
  })
}

/** Wrong words have the specification's sentence; too many of them, the server's own. */
function noticeOf(error: unknown) {
  const isRefused = error instanceof Refusal && error.status < 500
  if (!isRefused) return deskNotices.loginError
  return { ...deskNotices.loginFailed, text: error.sentence }
}

/** The page of the desk that the publisher came from; nowhere else, whatever the address says (threats 26). */
function wayBack(): string {
  const asked = new URLSearchParams(location.search).get('returnTo') ?? ''
  return /^\/admin\/(?!login)[\w\-/]+(\?[\w\-=&%.+]*)?$/.test(asked) ? asked : deskPaths.dashboard
}
