import { slugOf, storyCategories } from '#contract/categories.ts'

/** Apart from paths.ts, every line of which is sent to all readers: only pages that the server renders link here. */
export const magazinePaths = {
  /** Undefined for a category that the magazine has dropped; its old stories remain. */
  category: (category: string | undefined) =>
    storyCategories.some((name) => name === category)
      ? `/category/${slugOf(category ?? '')}`
      : undefined,
  author: (slug: string) => `/author/${slug}`,
  /** What buyers wrote about a book. */
  reviews: (bookId: string) => `/book/${bookId}/reviews`,
  /** The feed of a category page. */
  feed: (path: string) => `${path}/rss.xml`,
}

/** One page of a list whose pages have addresses; the first has no number. */
export function pageOf(path: string, page: number): string {
  return page > 1 ? `${path}?page=${page}` : path
}
