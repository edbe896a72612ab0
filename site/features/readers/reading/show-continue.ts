import { paths } from '#contract/paths.ts'
import { listPlaces, minutesLeft } from '#site/lib/reading/reading-places.ts'

/** Offers the unfinished story that was read last. */
const section = document.querySelector<HTMLElement>('[data-continue]')
const link = section?.querySelector('a')
const [place] = listPlaces()
if (section && link && place) {
  link.href = paths.story(place.storyId)
  link.textContent = place.title
  const left = section.querySelector('[data-minutes-left]')
  if (left) left.textContent = `${minutesLeft(place)} min left`
  section.hidden = false
}
