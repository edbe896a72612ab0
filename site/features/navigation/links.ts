import { paths } from '#site/lib/paths.ts'

export type NavigationEntry = 'home' | 'resources' | 'books' | 'about'

/** The header's links, in its order. */
export const headerLinks: { id: NavigationEntry; label: string; href: string }[] = [
  { id: 'home', label: 'Home', href: paths.home },
  { id: 'resources', label: 'Resources', href: paths.resources },
  { id: 'books', label: 'Books', href: paths.books },
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
] as const
