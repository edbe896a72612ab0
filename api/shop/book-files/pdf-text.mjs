// Part of the threads that read PDFs for their whole text (publication-thread.mjs, pdf-text-thread.mjs).

import { largestText, linesOf, paragraphsOf, withoutMargins } from '../pdf/pdf-lines.mjs'
import { isReadable, wordsOf } from './opening.mjs'

/** Fewer words are no text to read. */
const leastWords = 40
/** Of an outline. */
const mostTitles = 1000
/** Letters: a heading is no sentence. */
const longestHeading = 120

/** @typedef {import('unpdf/pdfjs').PDFDocumentProxy} Pdf */
/** @typedef {{ text: string, level: number | undefined }} Paragraph the lower the level of a heading, the more stands below it */

/**
 * Its headings and paragraphs; none of a scan. Headings are what its outline names, else larger letters.
 * @param {Pdf} pdf @param {number} longest letters, after which nothing more is read
 */
export async function readPdfText(pdf, longest) {
  const pages = []
  let length = 0
  while (pages.length < pdf.numPages && length < longest) {
    const page = await pdf.getPage(pages.length + 1)
    const lines = linesOf((await page.getTextContent()).items)
    pages.push(lines)
    length += lines.reduce((sum, { text }) => sum + text.length, 0)
    page.cleanup()
  }
  const isWhole = pages.length === pdf.numPages
  const paragraphs = paragraphsOf(withoutMargins(pages)).map(({ text, size }) => ({
    text: wordsOf(text.normalize('NFC')).join(' '),
    size,
  }))
  const whole = paragraphs.map(({ text }) => text).join('\n')
  if (wordsOf(whole).length < leastWords || !isReadable(whole)) return { paragraphs: [], isWhole }
  const levelOf = await levels(pdf, paragraphs)
  return {
    /** @type {Paragraph[]} */
    paragraphs: paragraphs.map((paragraph) => ({
      text: paragraph.text,
      level: paragraph.text.length < longestHeading ? levelOf(paragraph) : undefined,
    })),
    isWhole,
  }
}

/** @param {Pdf} pdf @param {{ text: string, size: number }[]} paragraphs */
async function levels(pdf, paragraphs) {
  const named = await titlesOf(pdf)
  const byOutline = ({ text = '' }) => named.get(plain(text))
  if (paragraphs.some((paragraph) => byOutline(paragraph) !== undefined)) return byOutline
  const most = largestText(paragraphs)
  return ({ size = 0 }) => (size > most ? -Math.round(size) : undefined)
}

/** What its outline calls its parts, and how deep in it. */
async function titlesOf(/** @type {Pdf} */ pdf) {
  /** @type {Map<string, number>} */
  const titles = new Map()
  const open = ((await pdf.getOutline()) ?? []).map((entry) => ({ ...entry, depth: 1 }))
  for (const { title, items, depth } of open) {
    const words = plain(title)
    if (words && !titles.has(words)) titles.set(words, depth)
    // The list grows while it is walked.
    if (open.length < mostTitles) for (const item of items) open.push({ ...item, depth: depth + 1 })
  }
  return titles
}

/** A title and its heading may differ in signs and spaces. */
export function plain(/** @type {string} */ text) {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}
