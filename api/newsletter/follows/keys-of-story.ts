import { idsOfHome } from '#contract/magazine/category-list.ts'
import { followKey } from '#contract/newsletter/follows.ts'

/** What a story is followed by; also by what was merged into its category. */
export function keysOfStory({
  authorId,
  category,
  seriesId,
}: {
  authorId: string | null
  category: string
  seriesId: string | null
}): string[] {
  return [
    ...(authorId ? [followKey('author', authorId)] : []),
    ...idsOfHome(category).map((id) => followKey('category', id)),
    ...(seriesId ? [followKey('series', seriesId)] : []),
  ]
}
