import type { OutputOf } from '#contract/endpoints/contract.ts'
import { artPaths } from '#contract/magazine/art-paths.ts'
import { paths } from '#contract/paths.ts'
import { storyPicture } from '#site/lib/pages/pictures.ts'
import { badgeClass } from '#site/ui/category-colours.ts'

/** The content of a slide, computed on the server: the browser gets no colour table and no rules for pictures. */
export type SlideContent = ReturnType<typeof slideContent>

/** `badges`: those of settings (`ownLooks`). */
export function slideContent(
  story: OutputOf<'GET /search'>[number],
  badges: Record<string, string>,
) {
  const { id, title, category, views, rating, readTimeMinutes, authorName, authorRole } = story
  return {
    id,
    title,
    category,
    badge: badgeClass(category, badges),
    views,
    rating,
    readTimeMinutes,
    excerpt: `${story.excerpt.trimEnd()}…`,
    authorName,
    authorRole,
    avatar: artPaths.avatar(authorName),
    path: paths.story(id),
    picture: storyPicture(story, 'wide'),
  }
}
