/** The height of the bar, below which reading goes on. */
export const readingLine = 72

/** The reader's position in a chapter: the block at the top of the screen, and how much of all of them is above. */
export function measureChapter(text: HTMLElement) {
  const blocks = [...text.children].map((block) => block.getBoundingClientRect())
  const [first, last] = [blocks[0], blocks.at(-1)]
  const part = (value: number) => Math.min(1, Math.max(0, value))
  const next = blocks.findIndex(({ bottom }) => bottom > readingLine)
  const block = next < 0 ? blocks.length - 1 : next
  const at = blocks[block]
  const height = Math.max(1, (last?.bottom ?? 0) - (first?.top ?? 0))
  const isAtEnd = last !== undefined && last.bottom <= innerHeight
  return {
    block: Math.max(0, block),
    within: at ? part((readingLine - at.top) / Math.max(1, at.height)) : 0,
    /** Of the chapter; what is on the screen at its end was read. */
    fraction: isAtEnd ? 1 : part((readingLine - (first?.top ?? 0)) / height),
  }
}
