import { readFile } from 'node:fs/promises'
import { slugOf, storyCategories } from '#contract/categories.ts'

/** Where stories go whose categories have no line. */
export const unmappedCategory = storyCategories[0]

export interface CategoryMap {
  find(name: string): string | undefined
  default: string
}

/** A JSON file of our categories by those of the source; `*` is for all others. Rejects with one readable Error. */
export async function readCategoryMap(path: string | undefined): Promise<CategoryMap> {
  const lines = path === undefined ? {} : await readLines(path)
  const known = new Map<string, string>(storyCategories.map((it) => [slugOf(it), it]))
  for (const [name, category] of Object.entries(lines)) known.set(keyOf(name), category)
  return {
    find: (name) => known.get(keyOf(name)),
    default: lines['*'] ?? unmappedCategory,
  }
}

const keyOf = (name: string) => slugOf(name) || name

async function readLines(path: string): Promise<Record<string, string>> {
  let lines: unknown
  try {
    lines = JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    throw new Error(`${path} cannot be read as JSON: ${(error as Error).message}`, { cause: error })
  }
  const names: readonly string[] = storyCategories
  const wrong = Object.entries(lines as Record<string, string>).filter(
    ([, to]) => !names.includes(to),
  )
  if (wrong.length > 0) {
    throw new Error(
      `${path} names categories that this magazine does not have: ${wrong.map(([, to]) => to).join(', ')}. It has: ${names.join('; ')}.`,
    )
  }
  return lines as Record<string, string>
}
