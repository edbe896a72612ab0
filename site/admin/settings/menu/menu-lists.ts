import { type MenuLink, type MenuPlace, specifiedLinks } from '#contract/magazine/menu-links.ts'

export const isSpecified = (place: MenuPlace, id: string) => id in specifiedLinks[place]

/** Where a link leads, as the list says it. */
export function addressOf(place: MenuPlace, { id, href = '' }: MenuLink): string {
  const specified: Record<string, { href: string | undefined }> = specifiedLinks[place]
  return specified[id] ? (specified[id].href ?? 'your e-mail address, or About') : href
}

/** The list with one of its links one place further up (-1) or down (1). */
export function moved(links: readonly MenuLink[], index: number, by: -1 | 1): MenuLink[] {
  const link = links[index]
  if (!link) return [...links]
  return links.toSpliced(index, 1).toSpliced(index + by, 0, link)
}
