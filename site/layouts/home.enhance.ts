// Scripts that the landing page needs at once, in one file: on a slow network each file costs a round trip.
import '#site/features/magazine/stories/story-grid.enhance.ts'
import '#site/features/readers/reading/journey.enhance.ts'
import '#site/features/magazine/recommendations/recommendations.enhance.ts'
import { showLater } from '#site/lib/show-later.ts'

showLater()
