import { paths } from '#contract/paths.ts'
import type { IconName } from '#site/ui/icons/icons.ts'

export type NavigationEntry = 'home' | 'resources' | 'books' | 'submit' | 'about' | 'search'

/** The value of `aria-current`: the page itself, or the section of a page below it, as Books is for a book. */
export function currentOf(isCurrent: boolean, href: string, { pathname }: URL) {
  if (!isCurrent) return undefined
  return href === pathname ? 'page' : 'true'
}

/** What the drawer says beside each of its links. */
export const drawerTexts: Record<string, { text: string; icon: IconName }> = {
  home: { text: 'Latest stories and features', icon: 'home' },
  about: { text: 'Our mission and vision', icon: 'info' },
  resources: { text: 'Educational materials', icon: 'cap' },
  books: { text: 'Browse the full collection', icon: 'library' },
  search: { text: 'Find a story by its words', icon: 'search' },
}

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
