import { paths } from '../paths.ts'
import { orderPaths } from '../shop/order-paths.ts'

/** The lists of links that every page has. */
export const menuPlaces = {
  header: 'Header',
  drawer: 'Phone menu',
  features: 'Footer: Features',
  resources: 'Footer: Resources',
  support: 'Footer: Support',
} as const
export type MenuPlace = keyof typeof menuPlaces

export interface SpecifiedLink {
  label: string
  /** Undefined: where readers write to, which the contacts say. */
  href: string | undefined
}

/** The specified links of each place in their order: they stay, whatever they are called and wherever they stand. */
export const specifiedLinks = {
  header: {
    home: { label: 'Home', href: paths.home },
    resources: { label: 'Resources', href: paths.resources },
    books: { label: 'Books', href: paths.books },
    submit: { label: 'Submit Feature', href: paths.submit },
    about: { label: 'About', href: paths.about },
  },
  drawer: {
    home: { label: 'Home', href: paths.home },
    about: { label: 'About', href: paths.about },
    resources: { label: 'Resources', href: paths.resources },
    books: { label: 'All Books', href: paths.books },
    search: { label: 'Search', href: paths.search },
  },
  features: {
    success: {
      label: 'Success Stories',
      href: paths.storiesIn('Success Stories from Humble Backgrounds'),
    },
    campus: {
      label: 'Campus News',
      href: paths.storiesIn('Campus News from Nigerian Institutions'),
    },
    faith: { label: 'Faith and Inspiration', href: paths.storiesIn('Faith and Inspiration') },
    career: { label: 'Career Guide', href: paths.storiesIn('Career Guide and Counseling') },
    fiction: { label: 'Fiction', href: paths.storiesIn('Fiction with Moral Lessons') },
  },
  resources: {
    books: { label: 'All Books', href: paths.books },
    resources: { label: 'Educational Resources', href: paths.resources },
    publications: { label: 'Publications', href: paths.publications },
    publish: { label: 'Publish Your Book', href: paths.publish },
    submit: { label: 'Submit Feature', href: paths.submit },
  },
  support: {
    about: { label: 'About', href: paths.about },
    search: { label: 'Search', href: paths.search },
    contact: { label: 'Contact', href: undefined },
    help: { label: 'Help', href: paths.help },
    orders: { label: 'Find my order', href: orderPaths.find },
    newsletter: { label: 'Newsletter', href: paths.newsletter },
    offline: { label: 'Offline reading', href: paths.offline },
  },
} as const satisfies Record<MenuPlace, Record<string, SpecifiedLink>>

/** One of a menu: a specified one by its id, or one of the publisher's own with its address. */
export interface MenuLink {
  id: string
  label: string
  href?: string | undefined
}

/** As many of their own, beside the specified ones: a column of the footer has seven in all. */
export const ownLinks: Record<MenuPlace, number> = {
  header: 2,
  drawer: 2,
  features: 2,
  resources: 2,
  support: 0,
}

export const originalLinks = (place: MenuPlace): MenuLink[] =>
  Object.entries(specifiedLinks[place]).map(([id, { label }]) => ({ id, label }))

/** The links of a place with their addresses. A specified one that is missing, since another release added it, stands last. */
export function linksOf(
  place: MenuPlace,
  chosen: readonly MenuLink[],
): { id: string; label: string; href: string | undefined; isOwn: boolean }[] {
  const specified: Record<string, SpecifiedLink> = specifiedLinks[place]
  const missing = originalLinks(place).filter(({ id }) => !chosen.some((one) => one.id === id))
  return [...chosen, ...missing].map(({ id, label, href }) => ({
    id,
    label,
    href: specified[id] ? specified[id].href : href,
    isOwn: specified[id] === undefined,
  }))
}
