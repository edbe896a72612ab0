import { type MenuLink, type MenuPlace, specifiedLinks } from '#contract/magazine/menu-links.ts'

export const isSpecified = (place: MenuPlace, id: string) => id in specifiedLinks[place]

/** Where a link leads, as the list says it. */
export function addressOf(place: MenuPlace, { id, href = '' }: MenuLink): string {
  const specified: Record<string, { href: string | undefined }> = specifiedLinks[place]
  return specified[id] ? (specified[id].href ?? 'your e-mail address, or About') : href
}
