import { apiError } from '#contract/errors.ts'
import {
  type Category,
  type CategoryKind,
  type CategoryLists,
  categoryKinds,
  homeOf,
} from '#contract/magazine/category-list.ts'
import type { Settings } from '#contract/settings/groups.ts'

export type Categories = Settings['categories']

/** What is published of a draft: none is lost that rows may have, and earlier names go on being understood. */
export const keepCategories = (typed: Categories, published: Categories) =>
  each((kind) => keepList(kind, typed[kind], published[kind]))

const each = (listOf: (kind: CategoryKind) => Category[]) =>
  Object.fromEntries(categoryKinds.map((kind) => [kind, listOf(kind)])) as CategoryLists

function keepList(kind: CategoryKind, typed: Category[], published: Category[]) {
  const before = new Map(published.map((one) => [one.id, one]))
  for (const one of typed) {
    const isMerged = one.into !== undefined && one.into !== before.get(one.id)?.into
    if (isMerged && homeOf(typed, one)?.retired)
      throw apiError('invalid', {
        [kind]: [`${one.name} cannot be merged into a category that is retired.`],
      })
  }
  return withLeft(
    typed.map((one) => {
      const known = before.get(one.id)
      const earlier = known ? [...known.was, known.name] : []
      const was = [...new Set([...earlier, ...one.was])].filter((name) => name !== one.name)
      return { ...one, was }
    }),
    published,
  )
}

/** What an Undo brings back, with those of now that rows have. A list that another release did not know is new. */
export const withUsed = (before: Categories, now: Categories, used: readonly string[]) =>
  each((kind) =>
    withLeft(
      before[kind] ?? now[kind],
      (now[kind] ?? []).filter(({ name }) => used.includes(name)),
    ),
  )

/** Those of before that a list leaves out are retired. */
function withLeft(list: Category[], before: readonly Category[]): Category[] {
  const ids = new Set(list.map(({ id }) => id))
  const left = before.filter(({ id }) => !ids.has(id))
  return [...list, ...left.map((one) => ({ ...one, retired: true }))]
}
