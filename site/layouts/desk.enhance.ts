import { deskCall, leaveDesk } from '#site/lib/desk/call.ts'
import { deskPaths } from '#site/lib/desk/desk-paths.ts'
import { forgetTyping } from '#site/lib/desk/kept-typing.ts'
import { sayLater, sayWhatWaits } from '#site/lib/desk/notice-later.ts'
import { showCounts } from '#site/lib/desk/show-counts.ts'
import { currentStats } from '#site/lib/desk/stats.ts'
import { dropToken, keptToken } from '#site/lib/desk/token.ts'
import { deskNotices } from '#site/words/desk-notices.ts'

// The quick check (specification section 4); whether the token still works, the first call finds out.
if (keptToken()) {
  sayWhatWaits()
  void showCounts(currentStats())
} else {
  leaveDesk()
}

const button = document.querySelector<HTMLButtonElement>('[data-desk-logout]')
button?.addEventListener('click', async () => {
  if (button.ariaBusy) return
  button.ariaBusy = 'true'
  // What is not told to the server ends by itself within hours; here it ends now.
  await deskCall('POST /admin/logout', {}).catch(console.warn)
  dropToken()
  forgetTyping()
  sayLater(deskNotices.loggedOut)
  location.assign(deskPaths.login())
})
