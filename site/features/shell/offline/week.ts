interface Published {
  publishedAt: string | null
}

const weekMs = 7 * 24 * 60 * 60 * 1000

/** A week with more stories than this is saved in part: nobody is to pay for megabytes by one tap. */
const mostOfWeek = 12

/** What is offered when the week has no story. */
const newestInstead = 6

export function isOfWeek(story: Published | undefined, now: number): boolean {
  return !!story?.publishedAt && now - Date.parse(story.publishedAt) < weekMs
}

/** This week's stories out of a list that begins with the newest; the newest six when the week has none. */
export function storiesOfWeek<S extends Published>(stories: S[], now: number): S[] {
  const recent = stories.filter((story) => isOfWeek(story, now))
  return recent.length > 0 ? recent.slice(0, mostOfWeek) : stories.slice(0, newestInstead)
}

/** How many of the newest stories must be known to tell. */
export const enoughForWeek = mostOfWeek
