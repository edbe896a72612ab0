// Runs in a thread of its own (read-pdf.ts).
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { getDocument } from 'unpdf/pdfjs'
import { linesOf, paragraphsOf, withoutMargins } from '../pdf/pdf-lines.mjs'
import { openingOf, wordsOf } from './opening.mjs'

/** The opening of a book has fewer. */
const enoughWords = 4000

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
  /** @type {import('../pdf/pdf-lines.mjs').Line[][]} */
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
  const paragraphs = paragraphsOf(withoutMargins(pages)).map(({ text }) => text)
  return openingOf(paragraphs, allWords)
}
