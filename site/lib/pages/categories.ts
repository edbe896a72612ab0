import { getEntry } from 'astro:content'
import { categoryOf } from '#contract/magazine/categories.ts'
import { magazinePaths } from '#contract/server-paths.ts'

/** A story category by the slug in its address, with its page's texts; undefined where there is none. */
export async function readCategory(slug: string | undefined) {
  const name = categoryOf(slug ?? '')
  const path = magazinePaths.category(name)
  const text = name && (await getEntry('categories', name))
  if (!name || !path || !text) return undefined
  return { name, path, feed: magazinePaths.feed(path), ...text.data }
}
