/** The sticky header is above it: here a reader reads on (scroll-padding-top of the page). */
export const readingLine = 84

/** The text is read to its end from here on (specification 3.7.2). */
const end = 0.9

/** Where in a story's text its reader is. */
export function measureText(text: HTMLElement) {
  const paragraphs = [...text.querySelectorAll(':scope > :not(footer)')].map((one) =>
    one.getBoundingClientRect(),
  )
  const [first, last] = [paragraphs[0], paragraphs.at(-1)]
  const top = first?.top ?? 0
  const height = Math.max(1, (last?.bottom ?? 0) - top)
  const part = (value: number) => Math.min(1, Math.max(0, value))
  const scrolled = part((innerHeight - top) / height)
  const next = paragraphs.findIndex(({ bottom }) => bottom > readingLine)
  const paragraph = next < 0 ? paragraphs.length - 1 : next
  const at = paragraphs[paragraph]
  return {
    scrolled,
    isAtEnd: scrolled >= end,
    isLastLineSeen: !!last && last.bottom <= innerHeight,
    place: {
      fraction: part((readingLine - top) / height),
      paragraph: Math.max(0, paragraph),
      within: at ? part((readingLine - at.top) / Math.max(1, at.height)) : 0,
    },
  }
}
