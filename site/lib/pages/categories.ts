import { slugOf } from '#contract/magazine/categories.ts'
import {
  type Category,
  type CategoryLists,
  categoryPath,
  findCategory,
} from '#contract/magazine/category-list.ts'
import { magazinePaths } from '#contract/server-paths.ts'

/** A story category by the last part of its address, with its page's texts; undefined where there is none. */
export function readCategory(list: readonly Category[], slug: string | undefined) {
  const found = findCategory(list, slug ?? '')
  const path = categoryPath(list, found?.name)
  if (!found || !path) return undefined
  const { id, name, title, description } = found
  // The shorter heading is that of the original's name.
  const heading = slugOf(name) === id ? (title ?? name) : name
  return {
    name,
    title: heading,
    description,
    path,
    feed: magazinePaths.feed(path),
    isMoved: id !== slug,
  }
}

/** A query of the shelf, with the name of now of a category that has another one. */
export const currentShelf = <Query extends { category?: string | undefined }>(
  query: Query,
  { categories }: { categories: CategoryLists },
): Query => ({
  ...query,
  category:
    query.category && (findCategory(categories.books, query.category)?.name ?? query.category),
})
