import { paths } from '#contract/paths.ts'

export type NavigationEntry = 'home' | 'resources' | 'books' | 'submit' | 'about' | 'search'

interface HeaderLink {
  id: NavigationEntry
  label: string
  href: string
  isForReaders?: true
}

/** The value of `aria-current`: the page itself, or the section of a page below it, as Books is for a book. */
export function currentOf(isCurrent: boolean, href: string, { pathname }: URL) {
  if (!isCurrent) return undefined
  return href === pathname ? 'page' : 'true'
}

export const headerLinks: HeaderLink[] = [
  { id: 'home', label: 'Home', href: paths.home },
  { id: 'resources', label: 'Resources', href: paths.resources },
  { id: 'books', label: 'Books', href: paths.books },
  { id: 'submit', label: 'Submit Feature', href: paths.submit, isForReaders: true },
  { id: 'about', label: 'About', href: paths.about },
]

/** The drawer's Navigation section, in its order. */
export const drawerLinks = [
  {
    id: 'home',
    label: 'Home',
    text: 'Latest stories and features',
    icon: 'home',
    href: paths.home,
  },
  { id: 'about', label: 'About', text: 'Our mission and vision', icon: 'info', href: paths.about },
  {
    id: 'resources',
    label: 'Resources',
    text: 'Educational materials',
    icon: 'cap',
    href: paths.resources,
  },
  {
    id: 'books',
    label: 'All Books',
    text: 'Browse the full collection',
    icon: 'library',
    href: paths.books,
  },
  {
    id: 'search',
    label: 'Search',
    text: 'Find a story by its words',
    icon: 'search',
    href: paths.search,
  },
] as const

/** The drawer's Create Content section: for signed-in readers. */
export const createLinks = [
  {
    id: 'submit',
    label: 'Submit Feature',
    text: 'Share your success story',
    icon: 'pencil',
    href: paths.submit,
  },
  {
    id: 'publish',
    label: 'Publish Book',
    text: 'Send us your manuscript',
    icon: 'bookUp',
    href: paths.publish,
  },
] as const
