/** The height of the sticky header, below which reading goes on (scroll-padding-top of the page). */
export const readingLine = 84

/** From here on the text counts as read to its end (specification 3.7.2). */
const end = 0.9

/** The reader's position in a story's text. */
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
