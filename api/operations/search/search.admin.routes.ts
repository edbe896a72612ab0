import pLimit from 'p-limit'
import type { Routes } from '#api/http/serve.ts'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { searchedKinds } from '#contract/kinds/kinds.ts'
import { isAmong } from '#contract/roles.ts'
import { wordsOf } from '#db/sql.ts'
import type { Find } from './find.ts'

type Group = OutputOf<'GET /admin/search'>[number]

/** So many things of a kind are found at most. */
const most = 5
/** A search asks up to nine queries at once, and readers need connections too. */
const limitSearches = pLimit(2)

const none = { publicPath: null, category: null, pictureUrl: null }

export function adminSearchRoutes({ serve }: Routes, finders: Record<Group['kind'], Find[]>) {
  serve('GET /admin/search', async ({ q = '' }, { staff }) => {
    const words = wordsOf(q)
    if (words.length === 0) return []
    const kinds = (Object.keys(searchedKinds) as Group['kind'][]).filter((kind) =>
      isAmong(searchedKinds[kind].roles, staff.role),
    )
    return limitSearches(async () => {
      const groups = await Promise.all(
        kinds.map(async (kind): Promise<Group> => {
          const found = await Promise.all(finders[kind].map((find) => find(words, most, staff)))
          const { path } = searchedKinds[kind]
          const items = found.flat().slice(0, most)
          return { kind, items: items.map((item) => ({ ...none, path: path(item.id), ...item })) }
        }),
      )
      return groups.filter(({ items }) => items.length > 0)
    })
  })
}
