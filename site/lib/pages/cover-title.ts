/** Title sizes in percent of the cover's width, largest first. */
const sizes = [18, 14, 12, 10, 9, 8, 7] as const

const sizeClasses: Record<(typeof sizes)[number], string> = {
  18: 'text-[18.5cqw]',
  14: 'text-[14.5cqw]',
  12: 'text-[12.5cqw]',
  10: 'text-[10.5cqw]',
  9: 'text-[9cqw]',
  8: 'text-[8cqw]',
  7: 'text-[7cqw]',
}

export const coverTitleClass = (title: string) => sizeClasses[coverTitleSize(title)]

/**
 * The size of a title on its cover, in percent of the cover's width (specification 14.3): by length, and never so
 * large that the longest word would not fit.
 */
export function coverTitleSize(title: string): (typeof sizes)[number] {
  const letters = [...title].length
  const byLength = letters < 14 ? 18 : letters < 24 ? 14 : letters < 36 ? 12 : letters < 56 ? 10 : 9
  const longest = Math.max(
    ...title.split(/[\s-]+/).map((word) => [...word.normalize('NFC')].length),
  )
  const fits = 84 / (0.6 * longest)
  return sizes.find((size) => size <= byLength && size <= fits) ?? sizes[sizes.length - 1] ?? 7
}
