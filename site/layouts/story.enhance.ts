import { enhanceStory } from '#site/features/magazine/stories/story.enhance.ts'
import { enhanceReading } from '#site/features/readers/reading/reading.enhance.ts'

// What a story's page needs from its first moment on, in one file: on a slow network each costs its way.
const id = document.querySelector<HTMLElement>('[data-story-page]')?.dataset['story']
if (id) {
  enhanceStory(id)
  enhanceReading(id)
}
