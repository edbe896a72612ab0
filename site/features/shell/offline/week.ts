interface Published {
  publishedAt: string | null
}

const weekMs = 7 * 24 * 60 * 60 * 1000

/** A week with more stories than this is saved in part: one tap must not cost megabytes. */
const mostOfWeek = 12

/** How many are offered when the week has no story. */
const newestInstead = 6

export function isOfWeek(story: Published | undefined, now: number): boolean {
  return !!story?.publishedAt && now - Date.parse(story.publishedAt) < weekMs
}

/** This week's stories of a list that begins with the newest; the newest six when the week has none. */
export function storiesOfWeek<S extends Published>(stories: S[], now: number): S[] {
  const recent = stories.filter((story) => isOfWeek(story, now))
  return recent.length > 0 ? recent.slice(0, mostOfWeek) : stories.slice(0, newestInstead)
}

/** How many of the newest stories the choice needs. */
export const enoughForWeek = mostOfWeek
