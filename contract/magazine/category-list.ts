import {
  allFeatures,
  bookCategories,
  publishCategories,
  slugOf,
  storyCategories,
} from './categories.ts'
import type { BadgeColour } from './category-look.ts'

/** What has categories, each a list of its own. */
export const categoryKinds = ['stories', 'books'] as const
export type CategoryKind = (typeof categoryKinds)[number]
export type CategoryLists = Record<CategoryKind, Category[]>

export interface Category {
  /** For life: its address, and what old links find it by. */
  id: string
  name: string
  /** What it was called before: links and forms that still say so mean it. */
  was: string[]
  /** The heading of its page, where that is shorter than the name. */
  title?: string | undefined
  description: string
  /** It can no longer be chosen; its page and its stories stay. */
  retired?: boolean | undefined
  /** The id of the category that has its stories now, and where its address leads. */
  into?: string | undefined
  /** Of books: authors cannot choose it. */
  staffOnly?: boolean | undefined
  /** Of its badge, where that is not the original's. */
  colour?: BadgeColour | undefined
  /** One of `categoryArt`, where its pictures are not drawn as the original's. */
  art?: string | undefined
}

export const categoryLimits = { name: 60, description: 200, chosen: 24, kept: 100 } as const

/** It is in the forms. */
export const isOpen = ({ retired, into }: Category) => !retired && !into

/** What can be chosen now. */
export const choosable = (list: readonly Category[]) => list.filter(isOpen).map(({ name }) => name)

/** What can be chosen, where that is not what the scripts of pages have. */
export function ownChoices(
  list: readonly Category[],
  originals: readonly string[] = storyCategories,
): string[] | undefined {
  const names = choosable(list)
  return names.join('\n') === originals.join('\n') ? undefined : names
}

export const forAuthors = (list: readonly Category[]) => list.filter(({ staffOnly }) => !staffOnly)

/** By its name of now or of before, or by the last part of its address; of a merged one, the one that it was merged into. */
export function findCategory(list: readonly Category[], typed: string) {
  const found =
    list.find(({ name }) => name === typed) ??
    list.find(({ id, name, was }) => [id, slugOf(name), ...was, ...was.map(slugOf)].includes(typed))
  return found && homeOf(list, found)
}

/** Where its stories are: itself, unless it was merged. Undefined where that leads nowhere, or in a circle. */
export function homeOf(list: readonly Category[], category: Category): Category | undefined {
  let at: Category | undefined = category
  for (const _ of list) {
    const next: string | undefined = at?.into
    if (next) at = list.find(({ id }) => id === next)
  }
  return at?.into ? undefined : at
}

/** The name that made its id; badge and art go by it. */
export const firstName = ({ id, name, was }: Category) =>
  [name, ...was].find((one) => slugOf(one) === id) ?? name

/** What art/ draws its pictures as. */
export const drawnAs = (category: Category) =>
  category.art ? `art-${category.art}` : firstName(category)

/** The address for life of the category that a story names; undefined where it names none that is kept. */
export function categoryPath(list: readonly Category[], name: string | undefined) {
  const found = name === undefined ? undefined : findCategory(list, name)
  return found && `/category/${found.id}`
}

/** No two may be mixed up: neither by their names of now, nor by what they were called, nor by their addresses. */
export function areApart(list: readonly Category[]): boolean {
  const keys = list.flatMap(({ id, name, was }) => [
    ...new Set([id, ...[name, ...was].map((one) => slugOf(one) || one.toLowerCase())]),
  ])
  return new Set([...keys, slugOf(allFeatures)]).size === keys.length + 1
}

export function newCategoryId(list: readonly Category[], name: string): string {
  const taken = new Set(list.map(({ id }) => id))
  const slug = slugOf(name)
  if (slug && !taken.has(slug)) return slug
  let nth = list.length + 1
  while (taken.has(`category-${nth}`)) nth += 1
  return `category-${nth}`
}

let known: Record<CategoryKind, readonly Category[]> | undefined

const original = (name: string): Category => ({ id: slugOf(name), name, was: [], description: '' })

/** A function, so that scripts of pages that do not ask carry no list. */
const originals = () => ({ stories: storyCategories.map(original), books: originalBooks() })

export const originalBooks = () =>
  bookCategories.map((name) => {
    const isForAuthors = (publishCategories as readonly string[]).includes(name)
    return { ...original(name), ...(!isForAuthors && { staffOnly: true }) }
  })

/** The service tells it which hold now; a browser sends what its page offered, and the service decides. */
export function knowCategories(lists: CategoryLists) {
  known = lists
}

/** By name of now or before, or by id, among those that hold now. */
export function knownCategory(typed: string, kind: CategoryKind = 'stories') {
  known ??= originals()
  return findCategory(known[kind], typed)
}

/** Of the category of a story, and of all that were merged into it. */
export function idsOfHome(name: string): string[] {
  const home = knownCategory(name)
  const list = known?.stories ?? []
  return list.filter((one) => home && homeOf(list, one) === home).map(({ id }) => id)
}

/** What pictures of a story or book are drawn as, by a name or the id of its category. */
export function subjectOf(kind: string, typed: string) {
  const category = knownCategory(typed, kind === 'book' ? 'books' : 'stories')
  return category ? drawnAs(category) : typed
}

/** The name of now, where a link or a form has an earlier one. */
export const nameOfNow = (typed: string | undefined, kind?: CategoryKind) =>
  typed && (knownCategory(typed, kind)?.name ?? typed)
