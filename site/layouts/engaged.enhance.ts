import { isUnhydrated } from '#site/astro/unhydrated.ts'
import { pressLike, startLikes } from '#site/features/magazine/likes/start-likes.ts'
import { showListen } from '#site/features/shell/listening/utterances.ts'
import { startOffline } from '#site/features/shell/offline/register.ts'
import { hideOnOverlap } from '#site/features/shell/theme/hide-on-overlap.ts'
import { startFetchingAhead } from '#site/lib/engaged/fetch-ahead.ts'
import { showWords } from '#site/lib/offline/open-page.ts'
import { enhanceTooltips } from '#site/ui/tooltip.enhance.ts'

// Scripts that every page loads once its reader has engaged with it.
showWords()
enhanceTooltips()
hideOnOverlap()
const listenButtons = document.querySelectorAll<HTMLElement>('[data-tool="listen"]')
void startOffline(() =>
  Promise.all([
    import('#site/ui/toast.ts'),
    listenButtons.length > 0 && import('#site/features/shell/listening/listen.ts'),
    'signedIn' in document.documentElement.dataset &&
      import('#site/features/magazine/likes/send-queued.ts'),
  ]),
)
startLikes()
startFetchingAhead()
for (const button of listenButtons) showListen(button)
for (const box of document.querySelectorAll<HTMLElement>('[data-stories]')) {
  import('#site/features/shell/offline/save-week.ts')
    .then(({ showWeek }) => showWeek(box))
    .catch(console.warn)
}
// A story must be open so long to be viewed: a shorter visit is not counted, and loads nothing for it.
const count = () =>
  import('#site/features/stats/count-page.ts')
    .then(({ countPage }) => countPage())
    .catch(console.warn)
setTimeout(
  () => (navigator.onLine ? count() : addEventListener('online', count, { once: true })),
  5000,
)
if (document.querySelector('[data-rated]')) {
  import('#site/lib/refresh-ratings.ts')
    .then(({ refreshRatings }) => refreshRatings())
    .catch(console.warn)
}

// Switching data saver returns to this page, whatever referrer the form was sent with.
addEventListener('submit', ({ target }) => {
  const form = target as HTMLFormElement
  const returnTo = form.matches('[data-data-saver]') && form.elements.namedItem('returnTo')
  if (returnTo instanceof HTMLInputElement) returnTo.value = location.pathname + location.search
})

/** A click on one of the tools; each loads when it is first used. */
export async function pressTool(button: HTMLElement) {
  switch (button.dataset['tool']) {
    case 'like':
      // React answers the others.
      if (isUnhydrated(button)) void pressLike(button)
      return
    case 'listen':
      return (await import('#site/features/shell/listening/listen.ts')).toggleListening(button)
    case 'print':
      return print()
    case 'save':
      return (await import('#site/features/shell/offline/save-page.ts')).toggleKept(button)
    case 'save-week':
      return (await import('#site/features/shell/offline/save-week.ts')).saveWeek(button)
  }
}
