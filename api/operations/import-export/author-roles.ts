import { readFile } from 'node:fs/promises'
import { authorRoles } from '#contract/categories.ts'
import { storyLengths } from '#contract/form-limits.ts'
import type { FoundStory } from './found-story.ts'

/** Under the name of authors of whom nothing says more. */
export const unknownRole = authorRoles.at(-1) as string

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
  const lines = path === undefined ? {} : await readLines(path)
  const known = new Map(Object.entries(lines).map(([name, role]) => [name.toLowerCase(), role]))
  const find = (name = '') => known.get(name.toLowerCase())
  return {
    of: ({ name, role = '' }) =>
      find(name) ?? find(role) ?? printed[role.toLowerCase()] ?? find('*') ?? unknownRole,
  }
}

async function readLines(path: string): Promise<Record<string, string>> {
  let lines: unknown
  try {
    lines = JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    throw new Error(`${path} cannot be read as JSON: ${(error as Error).message}`, { cause: error })
  }
  const isRole = (role: unknown) =>
    typeof role === 'string' && role.trim() !== '' && role.length <= storyLengths.name
  if (typeof lines !== 'object' || lines === null || !Object.values(lines).every(isRole)) {
    throw new Error(
      `${path} must say a role for each name, of at most ${storyLengths.name} characters: { "Ada Obi": "Teacher/Educator", "*": "Student" }.`,
    )
  }
  return lines as Record<string, string>
}
