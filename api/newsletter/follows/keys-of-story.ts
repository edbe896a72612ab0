import { knownCategory } from '#contract/magazine/category-list.ts'
import { followKey } from '#contract/newsletter/follows.ts'

/** What a story is followed by. */
export function keysOfStory({
  authorId,
  category,
  seriesId,
}: {
  authorId: string
  category: string
  seriesId: string | null
}): string[] {
  const known = knownCategory(category)
  return [
    followKey('author', authorId),
    ...(known ? [followKey('category', known.id)] : []),
    ...(seriesId ? [followKey('series', seriesId)] : []),
  ]
}
