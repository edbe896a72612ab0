import { onceEngaged } from '#site/lib/engaged/once-engaged.ts'
import { keptPlaces } from '#site/lib/place-key.ts'

/** A story's page: reading is measured from the first engagement on, and resumes where it stopped. */
export function enhanceReading(storyId: string) {
  onceEngaged(() => import('./track-reading.ts'))
  if (keptPlaces().includes(storyId)) import('./reopen-story.ts').catch(console.warn)
}
