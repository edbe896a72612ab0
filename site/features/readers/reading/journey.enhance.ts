import { whenNear } from '#site/lib/engaged/when-near.ts'
import { keptPlaces } from '#site/lib/place-key.ts'

/** The landing page: the journey is filled in near the viewport, and an unfinished story is offered at once. */
const journey = document.querySelector('[data-journey]')
if (journey) whenNear(journey, () => import('./show-journey.ts'))
if (keptPlaces()) import('./show-continue.ts').catch(console.warn)
