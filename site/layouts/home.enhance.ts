// What the landing page needs from its first moment on, in one file: on a slow network each costs its way.
import '#site/features/magazine/stories/story-grid.enhance.ts'
import '#site/features/readers/reading/journey.enhance.ts'
import '#site/features/magazine/recommendations/recommendations.enhance.ts'
import { showLater } from '#site/lib/show-later.ts'

showLater()
