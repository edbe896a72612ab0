/** Title sizes in percent of the cover's width, largest first; each has its class in ui/book-cover.css. */
const sizes = [18, 14, 12, 10, 9, 8, 7] as const

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
