import type { Find } from '#api/operations/search/find.ts'
import type { ServedKind } from '#api/operations/served-kind.ts'
import { magazinePaths } from '#contract/server-paths.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { counted } from '#contract/text.ts'
import { listFoundAuthors } from './search.admin.queries.ts'

const find: Find = async (words, most) => {
  const authors = await listFoundAuthors(words, most)
  return authors.map(({ id, name, slug, pictureUrl, isPublic, stories }) => ({
    id,
    title: name,
    fact: counted(stories, 'story', 'stories'),
    state: isPublic ? ('public' as const) : ('hidden' as const),
    path: staffPaths.author(name),
    publicPath: isPublic && slug && stories > 0 ? magazinePaths.author(slug) : null,
    pictureUrl,
  }))
}

export const authorKind = { find } satisfies ServedKind
