import { enhanceStory } from '#site/features/magazine/stories/story.enhance.ts'
import { enhanceReading } from '#site/features/readers/reading/reading.enhance.ts'

// Scripts that a story's page needs at once, in one file: on a slow network each file costs a round trip.
const id = document.querySelector<HTMLElement>('[data-story-page]')?.dataset['story']
if (id) {
  enhanceStory(id)
  enhanceReading(id)
}
