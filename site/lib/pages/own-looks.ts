import { slugOf } from '#contract/magazine/categories.ts'
import { type Category, drawnAs, firstName } from '#contract/magazine/category-list.ts'
import type { Settings } from '#contract/settings/groups.ts'
import { badgeClass, colourClasses } from '#site/ui/category-colours.ts'

type Kept = Settings['categories']
type Own = Record<string, string>

const known = new WeakMap<Kept, ReturnType<typeof readLooks>>()

/**
 * How categories look where that is not how their names of now look in the scripts of pages: classes of badges by name, and
 * what pictures are drawn as by the part of their address.
 */
export function ownLooks({ categories }: { categories: Kept }) {
  const looks = known.get(categories) ?? readLooks(categories)
  known.set(categories, looks)
  return looks
}

function readLooks({ stories, books }: Kept) {
  const art: Own = {}
  const note = (kind: string, list: readonly Category[]) => {
    const badges: Own = {}
    for (const one of list) {
      const badge = one.colour ? colourClasses[one.colour] : badgeClass(firstName(one), {})
      if (badge !== badgeClass(one.name, {})) badges[one.name] = badge
      if (drawnAs(one) !== one.name) art[`${kind}/${slugOf(one.name)}`] = drawnAs(one)
    }
    return badges
  }
  const badges = note('story', stories)
  const bookBadges = note('book', books)
  const onPage = { badges: asJson(badges), art: asJson(art) }
  return { badges, bookBadges, art, onPage }
}

const asJson = (own: Own) => (Object.keys(own).length > 0 ? JSON.stringify(own) : undefined)

/** The addresses of drawn pictures in the text of a page, for those that are drawn as something else. */
export const withOwnArt = (text: string, art: Own) =>
  text.replace(
    /(\/api\/art\/)((?:story|book)\/[a-z0-9-]{1,100})\//g,
    (address, begin: string, part: string) =>
      art[part] ? `${begin}${part.slice(0, part.indexOf('/'))}/${slugOf(art[part])}/` : address,
  )

/** What the words of a cover have to be readable on. */
export const coverSubject = (settings: { categories: Kept }, category: string) =>
  ownLooks(settings).art[`book/${slugOf(category)}`] ?? category
