// Part of the thread that reads the text of books (pdf-text-thread.mjs): which headings of a PDF begin chapters.

import { wordsOf } from './opening.mjs'
import { plain } from './pdf-text.mjs'
import { beforeAll } from './text/chapters.mjs'

/** @typedef {import('./pdf-text.mjs').Paragraph} Paragraph */
/** @typedef {{ title: string, paragraphs: Paragraph[] }} Chapter */

const longestTitle = 200
/** Words of a paragraph: long chapters are divided between paragraphs, which not every PDF tells apart. */
const longestParagraph = 1000

/**
 * Chapters begin at the first level of headings that has several, and at those above it; the others stay headings. Without
 * any, the whole text is one chapter.
 * @param {Paragraph[]} paragraphs
 */
export function pdfChapters(paragraphs) {
  const headings = paragraphs.filter(({ level }) => level !== undefined)
  const top = topOf(headings.map(({ level = 0 }) => level))
  const lastOf = new Map(headings.map((heading) => [plain(heading.text), heading]))
  /** @type {Chapter[]} */
  const chapters = []
  let isListed = false
  for (const [at, paragraph] of paragraphs.entries()) {
    const { text, level } = paragraph
    const last = chapters.at(-1)
    // A list of contents: its lines follow each other, and are headings again later.
    isListed =
      level !== undefined &&
      lastOf.get(plain(text)) !== paragraph &&
      (isListed || paragraphs[at + 1]?.level !== undefined)
    if (level === undefined || level > top || isListed) {
      const title = headings.length > 0 ? beforeAll : 'The whole text'
      if (!last) chapters.push({ title, paragraphs: [] })
      const added = isListed ? { text, level: undefined } : paragraph
      chapters.at(-1)?.paragraphs.push(...divided(added))
    } else if (last?.paragraphs.length === 0 && last.title.length + text.length < longestTitle) {
      // “Part One”, with its first chapter below it.
      last.title += `: ${text}`
    } else chapters.push({ title: text, paragraphs: [] })
  }
  return chapters
}

/** @param {Paragraph} paragraph @returns {Paragraph[]} */
function divided({ text, level }) {
  const words = wordsOf(text)
  const pieces = []
  while (words.length > longestParagraph) {
    const end = words
      .slice(0, longestParagraph)
      .findLastIndex((word) => /[.!?][^\p{L}]{0,3}$/u.test(word))
    pieces.push(words.splice(0, end < 0 ? longestParagraph : end + 1).join(' '))
  }
  return [...pieces, words.join(' ')].map((piece) => ({ text: piece, level }))
}

function topOf(/** @type {number[]} */ levels) {
  const sorted = [...new Set(levels)].sort((one, other) => one - other)
  const isRepeated = (/** @type {number} */ level) =>
    levels.indexOf(level) !== levels.lastIndexOf(level)
  return sorted.find(isRepeated) ?? sorted.at(-1) ?? 0
}
