// Runs in a thread of its own (read-pdf.ts).
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { getDocument } from 'unpdf/pdfjs'
import { openingOf, wordsOf } from './opening.mjs'

/** The opening of a book has fewer. */
const enoughWords = 4000

/** @typedef {{ text: string, left: number, right: number, top: number, size: number }} Line */

try {
  const { buffer, byteOffset, length } = readFileSync(workerData)
  const opened = getDocument({
    data: new Uint8Array(buffer, byteOffset, length),
    disableFontFace: true,
    verbosity: 0,
  })
  const pdf = await opened.promise
  parentPort?.postMessage({ pages: pdf.numPages })
  parentPort?.postMessage({ sample: await readOpening(pdf) })
} catch (error) {
  parentPort?.postMessage({ isLocked: error.name === 'PasswordException' })
}
// pdf.js would keep the thread open.
process.exit()

/** @param {Awaited<ReturnType<typeof getDocument>['promise']>} pdf */
async function readOpening(pdf) {
  /** @type {Line[][]} */
  const pages = []
  let words = 0
  while (pages.length < pdf.numPages && words < enoughWords) {
    const page = await pdf.getPage(pages.length + 1)
    const lines = linesOf((await page.getTextContent()).items)
    pages.push(lines)
    words += lines.reduce((sum, { text }) => sum + wordsOf(text).length, 0)
    page.cleanup()
  }
  // The pages that were read stand for the others.
  const allWords = pages.length > 0 ? (words / pages.length) * pdf.numPages : 0
  return openingOf(paragraphsOf(withoutMargins(pages)), allWords)
}

/** Lines of upright text, as they follow each other. */
function linesOf(/** @type {any[]} */ items) {
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

/** Leaves out the numbers of pages, and lines that stand at the edge of many. */
function withoutMargins(/** @type {Line[][]} */ pages) {
  const plain = (/** @type {Line} */ { text }) => text.replace(/\d+/g, '').trim().toLowerCase()
  const edges = new Map()
  const edgesOf = (/** @type {Line[]} */ lines) => new Set([lines[0], lines.at(-1)])
  for (const lines of pages) {
    for (const line of edgesOf(lines)) {
      if (line) edges.set(plain(line), (edges.get(plain(line)) ?? 0) + 1)
    }
  }
  const isMargin = (/** @type {Line} */ line) =>
    /^[\divxlc\s.·–-]+$/i.test(line.text) || edges.get(plain(line)) > 2
  return pages.map((lines) => {
    const atEdge = edgesOf(lines)
    return lines.filter((line) => !atEdge.has(line) || !isMargin(line))
  })
}

/** Lines that belong together, by their distance, their size, and where they begin and end. */
function paragraphsOf(/** @type {Line[][]} */ pages) {
  /** @type {string[]} */
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
      const last = paragraphs.length - 1
      const isSame =
        before !== undefined &&
        Math.abs(before.size - line.size) < line.size * 0.15 &&
        (at === 0 || before.top - line.top < spacing * 1.35) &&
        line.left - left < line.size * 0.8 &&
        !(before.right < left + (right - left) * 0.8 && /[.!?:”"’)]\s*$/.test(before.text))
      if (isSame) paragraphs[last] = join(paragraphs[last] ?? '', line.text)
      else paragraphs.push(line.text.trim())
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
