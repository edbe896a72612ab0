// Part of the threads that read PDFs: the text of pages, as paragraphs.

/** @typedef {{ text: string, left: number, right: number, top: number, size: number }} Line */

/** Lines of upright text, as they follow each other. */
export function linesOf(/** @type {any[]} */ items) {
  /** @type {Line[]} */
  const lines = []
  /** @type {Line | undefined} */
  let line
  for (const { str, transform, width, height, hasEOL } of items) {
    if (str === undefined || transform[1] !== 0 || transform[0] <= 0) continue
    const [left, top] = [transform[4], transform[5]]
    if (str.trim() !== '') {
      if (line && Math.abs(line.top - top) < Math.max(line.size, height) / 2) {
        line.text += str
        line.right = left + width
        line.size = Math.max(line.size, height)
      } else {
        line = { text: str, left, right: left + width, top, size: height }
        lines.push(line)
      }
    } else if (line) line.text += str
    if (hasEOL && line && !line.text.endsWith(' ')) line.text += ' '
  }
  return lines.filter(({ text }) => text.trim() !== '')
}

/** The size above which letters are those of a heading: most are smaller. */
export function largestText(/** @type {Pick<Line, 'text' | 'size'>[]} */ lines) {
  const letters = new Map()
  for (const { text, size } of lines) {
    const rounded = Math.round(size)
    letters.set(rounded, (letters.get(rounded) ?? 0) + text.length)
  }
  const [most] = [...letters].sort(([, one], [, other]) => other - one)
  return (most?.[0] ?? 0) * 1.15
}

/** Leaves out the numbers of pages, and lines that stand at the edge of many, but for headings: “Chapter 1”, “Chapter 2”. */
export function withoutMargins(/** @type {Line[][]} */ pages) {
  const plain = (/** @type {Line} */ { text }) => text.replace(/\d+/g, '').trim().toLowerCase()
  const edges = new Map()
  const edgesOf = (/** @type {Line[]} */ lines) => new Set([lines[0], lines.at(-1)])
  for (const lines of pages) {
    for (const line of edgesOf(lines)) {
      if (line) edges.set(plain(line), (edges.get(plain(line)) ?? 0) + 1)
    }
  }
  const largest = largestText(pages.flat())
  const isMargin = (/** @type {Line} */ line) =>
    line.size <= largest && (/^[\divxlc\s.·–-]+$/i.test(line.text) || edges.get(plain(line)) > 2)
  return pages.map((lines) => {
    const atEdge = edgesOf(lines)
    return lines.filter((line) => !atEdge.has(line) || !isMargin(line))
  })
}

/** What belongs together, with the size of its letters, by their distance, their size, and where they begin and end. */
export function paragraphsOf(/** @type {Line[][]} */ pages) {
  /** @type {Pick<Line, 'text' | 'size'>[]} */
  const paragraphs = []
  /** @type {Line | undefined} */
  let before
  for (const lines of pages) {
    const spacing = median(lines.slice(1).map(({ top }, at) => (lines[at]?.top ?? 0) - top))
    const [left, right] = [
      Math.min(...lines.map((line) => line.left)),
      Math.max(...lines.map((line) => line.right)),
    ]
    for (const [at, line] of lines.entries()) {
      const last = paragraphs.at(-1)
      const isSame =
        before !== undefined &&
        last !== undefined &&
        Math.abs(before.size - line.size) < line.size * 0.15 &&
        (at === 0 || before.top - line.top < spacing * 1.35) &&
        line.left - left < line.size * 0.8 &&
        !(before.right < left + (right - left) * 0.8 && /[.!?:”"’)]\s*$/.test(before.text))
      if (isSame) last.text = join(last.text, line.text)
      else paragraphs.push({ text: line.text.trim(), size: line.size })
      before = line
    }
  }
  return paragraphs
}

/** A word that was divided at the end of a line is whole again. */
function join(/** @type {string} */ text, /** @type {string} */ line) {
  const [start, end] = [text.trimEnd(), line.trim()]
  const isDivided = /\p{L}[-\u00ad\u2010]$/u.test(start) && /^\p{Ll}/u.test(end)
  return isDivided ? start.slice(0, -1) + end : `${start} ${end}`
}

function median(/** @type {number[]} */ numbers) {
  const sorted = numbers.filter((number) => number > 0).sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
