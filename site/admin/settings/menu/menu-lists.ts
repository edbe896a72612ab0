import { type MenuLink, type MenuPlace, specifiedLinks } from '#contract/magazine/menu-links.ts'

export const isSpecified = (place: MenuPlace, id: string) => id in specifiedLinks[place]

/** Where a link leads, as the list says it. */
export function addressOf(place: MenuPlace, { id, href = '' }: MenuLink): string {
  const specified: Record<string, { href: string | undefined }> = specifiedLinks[place]
  return specified[id] ? (specified[id].href ?? 'your e-mail address, or About') : href
}

/** The list with one of it one place further up (-1) or down (1). */
export function moved<One>(list: readonly One[], index: number, by: -1 | 1): One[] {
  const one = list[index]
  if (!one) return [...list]
  return list.toSpliced(index, 1).toSpliced(index + by, 0, one)
}
