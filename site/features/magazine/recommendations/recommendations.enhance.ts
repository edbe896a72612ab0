import { whenNear } from '#site/lib/engaged/when-near.ts'

const panel = document.querySelector('[data-recommendations]')
if (panel) whenNear(panel, () => import('./show-recommendations.ts'))
