// Runs in a thread of its own (store-publication.ts).
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import createQpdf from '@neslinesli93/qpdf-wasm'
import { getDocument } from 'unpdf/pdfjs'
import { isReadable, wordsOf } from '../book-files/opening.mjs'
import { linesOf, paragraphsOf, withoutMargins } from '../pdf/pdf-lines.mjs'
import { faultOf } from './pdf-faults.mjs'

/** Fewer words are no text to read. */
const leastWords = 40
const longestText = 250_000
/** Of an outline. */
const mostTitles = 1000
/** A heading is larger than most letters, and no sentence. */
const heading = { size: 1.15, length: 120 }

const { path, to } = workerData
const fault = await rewrite()
if (fault) parentPort?.postMessage({ fault })
else {
  const { buffer, byteOffset, length } = readFileSync(to)
  const data = new Uint8Array(buffer, byteOffset, length)
  const pdf = await getDocument({ data, disableFontFace: true, verbosity: 0 }).promise
  parentPort?.postMessage({ pages: pdf.numPages })
  parentPort?.postMessage({ paragraphs: await readText(pdf) })
}
// pdf.js would keep the thread open.
process.exit()

/**
 * Writes the PDF anew, of what its pages need: whatever stands behind, between or before its objects is not in it, nor is what
 * says who made it with what. Judged is what was written, so that nothing else can be sent.
 */
async function rewrite() {
  const require = createRequire(import.meta.url)
  const wasmBinary = readFileSync(require.resolve('@neslinesli93/qpdf-wasm/dist/qpdf.wasm'))
  const create = /** @type {(options: object) => Promise<any>} */ (
    /** @type {unknown} */ (createQpdf)
  )
  const { FS: files, callMain } = await create({ noInitialRun: true, wasmBinary })
  files.writeFile('/in.pdf', readFileSync(path), { canOwn: true })
  // 0: a password is missing.
  if (callMain(['/in.pdf', '--requires-password']) === 0) return 'locked'
  const written = callMain([
    ...['/in.pdf', '--decrypt', '--remove-info', '--remove-metadata'],
    ...['--object-streams=generate', '--deterministic-id', '/out.pdf'],
  ])
  // 3: it had to be mended.
  if (written !== 0 && written !== 3) return 'damaged'
  files.unlink('/in.pdf')
  const isRead = callMain([
    ...['/out.pdf', '--json=2', '--json-stream-data=none', '--json-key=qpdf', '/objects.json'],
  ])
  if (isRead !== 0) return 'damaged'
  const { qpdf } = JSON.parse(Buffer.from(files.readFile('/objects.json').buffer).toString())
  const found = faultOf(qpdf[1])
  if (!found) writeFileSync(to, files.readFile('/out.pdf'))
  return found
}

/** Its headings and paragraphs; none of a scan. Headings are what its outline names, else larger letters. */
async function readText(/** @type {import('unpdf/pdfjs').PDFDocumentProxy} */ pdf) {
  const pages = []
  let length = 0
  for (let number = 1; number <= pdf.numPages && length < longestText; number++) {
    const page = await pdf.getPage(number)
    const lines = linesOf((await page.getTextContent()).items)
    pages.push(lines)
    length += lines.reduce((sum, { text }) => sum + text.length, 0)
    page.cleanup()
  }
  const paragraphs = paragraphsOf(withoutMargins(pages)).map(({ text, size }) => ({
    text: wordsOf(text.normalize('NFC')).join(' '),
    size,
  }))
  const whole = paragraphs.map(({ text }) => text).join('\n')
  if (wordsOf(whole).length < leastWords || !isReadable(whole)) return []
  const usual = usualSize(paragraphs)
  const named = new Set((await titlesOf(pdf)).map(plain).filter(Boolean))
  const isNamed = (/** @type {string} */ text) => named.has(plain(text))
  const byOutline = paragraphs.some(({ text }) => isNamed(text))
  return paragraphs.map(({ text, size }) => ({
    text,
    isHeading:
      text.length < heading.length && (byOutline ? isNamed(text) : size > usual * heading.size),
  }))
}

/** What its outline calls its parts, to any depth. */
async function titlesOf(/** @type {import('unpdf/pdfjs').PDFDocumentProxy} */ pdf) {
  const titles = []
  const open = [...((await pdf.getOutline()) ?? [])]
  for (const { title, items } of open) {
    titles.push(title)
    // The list grows while it is walked.
    if (open.length < mostTitles) open.push(...items)
  }
  return titles
}

/** A title and its heading may differ in signs and spaces. */
function plain(/** @type {string} */ text) {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

/** The size of most letters. */
function usualSize(/** @type {{ text: string, size: number }[]} */ paragraphs) {
  const letters = new Map()
  for (const { text, size } of paragraphs) {
    const rounded = Math.round(size)
    letters.set(rounded, (letters.get(rounded) ?? 0) + text.length)
  }
  const [most] = [...letters].sort(([, one], [, other]) => other - one)
  return most?.[0] ?? 0
}
