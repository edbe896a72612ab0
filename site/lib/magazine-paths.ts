import { slugOf, storyCategories } from '#contract/categories.ts'

/** Beside paths.ts, whose every line is sent to all readers: pages made on the server alone link here. */
export const magazinePaths = {
  /** Undefined for a category that the magazine has no more; its old stories stay. */
  category: (category: string | undefined) =>
    storyCategories.some((name) => name === category)
      ? `/category/${slugOf(category ?? '')}`
      : undefined,
  author: (slug: string) => `/author/${slug}`,
  /** Of the page of a category. */
  feed: (path: string) => `${path}/rss.xml`,
}

/** One page of a list that has an address of its own; the first needs no number. */
export function pageOf(path: string, page: number): string {
  return page > 1 ? `${path}?page=${page}` : path
}
