// Scripts that the landing page needs at once, in one file: on a slow network each file costs a round trip.
import '#site/features/magazine/stories/story-grid.enhance.ts'
import { whenNear } from '#site/lib/engaged/when-near.ts'
import { placesKey } from '#site/lib/reader-keys.ts'
import { showLater } from '#site/lib/show-later.ts'
import { readText, writeText } from '#site/lib/web-storage.ts'

showLater()

document.querySelector('[data-notice] button')?.addEventListener('click', () => {
  // first-paint.js reads it. The clicked button is hidden, so that the focus goes on.
  writeText('ascend.notice', 'closed')
  document.documentElement.dataset['noticeClosed'] = ''
  document.getElementById('main')?.focus({ preventScroll: true })
})

// The journey and the recommendations are filled in near the viewport, and an unfinished story is offered at once.
const journey = document.querySelector('[data-journey]')
if (journey) whenNear(journey, () => import('#site/features/readers/reading/show-journey.ts'))
if (readText(placesKey))
  import('#site/features/readers/reading/show-continue.ts').catch(console.warn)
const panel = document.querySelector('[data-recommendations]')
if (panel)
  whenNear(panel, () => import('#site/features/magazine/recommendations/show-recommendations.ts'))
