import type { Find } from '#api/operations/search/find.ts'
import { magazinePaths } from '#contract/server-paths.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { counted } from '#contract/text.ts'
import { listFoundAuthors } from './search.admin.queries.ts'

export const findAuthors: Find = async (words, most) => {
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
