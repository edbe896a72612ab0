import { readFile } from 'node:fs/promises'
import { storyLengths } from '#contract/form-limits.ts'
import { slugOf, storyCategories } from '#contract/magazine/categories.ts'
import type { FoundStory } from './found-story.ts'
import { unknownRole } from './report.ts'

/** Where stories go whose categories have no line. */
export const unmappedCategory = storyCategories[0]

export interface CategoryMap {
  find(name: string): string | undefined
  default: string
}

/** A JSON file of our categories by those of the source; `*` is for all others. Rejects with one readable Error. */
export async function readCategoryMap(path: string | undefined): Promise<CategoryMap> {
  const names: readonly unknown[] = storyCategories
  const lines = await readLines(
    path,
    (category) => names.includes(category),
    (wrong) =>
      `names categories that this magazine does not have: ${wrong.join(', ')}. It has: ${names.join('; ')}.`,
  )
  const known = new Map<string, string>(storyCategories.map((it) => [slugOf(it), it]))
  for (const [name, category] of Object.entries(lines)) known.set(keyOf(name), category)
  return {
    find: (name) => known.get(keyOf(name)),
    default: lines['*'] ?? unmappedCategory,
  }
}

const keyOf = (name: string) => slugOf(name) || name

/** What they could do at the old site. Here it is printed and nothing else: it gives nobody a right. */
const printed: Record<string, string> = {
  owner: 'Editor',
  administrator: 'Editor',
  'super editor': 'Editor',
  editor: 'Editor',
  author: 'Author',
  contributor: 'Contributor',
}

export interface AuthorRoles {
  of(author: FoundStory['author']): string
}

/**
 * A JSON file of what is printed under the names of authors, by name or by their role at the source; `*` is for all others.
 * Rejects with one readable Error.
 */
export async function readAuthorRoles(path: string | undefined): Promise<AuthorRoles> {
  const lines = await readLines(
    path,
    (role) => typeof role === 'string' && role.trim() !== '' && role.length <= storyLengths.name,
    () =>
      `must say a role for each name, of at most ${storyLengths.name} characters: { "Ada Obi": "Teacher/Educator", "*": "Student" }.`,
  )
  const known = new Map(Object.entries(lines).map(([name, role]) => [name.toLowerCase(), role]))
  const find = (name = '') => known.get(name.toLowerCase())
  return {
    of: ({ name, role = '' }) =>
      find(name) ?? find(role) ?? printed[role.toLowerCase()] ?? find('*') ?? unknownRole,
  }
}

/** `isRight` says what may stand in a line; `expected` is told of what is wrong. */
async function readLines(
  path: string | undefined,
  isRight: (value: unknown) => boolean,
  expected: (wrong: unknown[]) => string,
): Promise<Record<string, string>> {
  if (path === undefined) return {}
  let lines: unknown
  try {
    lines = JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    throw new Error(`${path} cannot be read as JSON: ${(error as Error).message}`, { cause: error })
  }
  const isTable = typeof lines === 'object' && lines !== null
  const wrong = isTable ? Object.values(lines as object).filter((it) => !isRight(it)) : [lines]
  if (wrong.length > 0) throw new Error(`${path} ${expected(wrong)}`)
  return lines as Record<string, string>
}
