// Runs in a thread of its own (store-publication.ts).
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import createQpdf from '@neslinesli93/qpdf-wasm'
import { getDocument } from 'unpdf/pdfjs'
import { readPdfText } from '../book-files/pdf-text.mjs'
import { faultOf } from './pdf-faults.mjs'

const longestText = 250_000

const { path, to } = workerData
const fault = await rewrite()
if (fault) parentPort?.postMessage({ fault })
else {
  const { buffer, byteOffset, length } = readFileSync(to)
  const data = new Uint8Array(buffer, byteOffset, length)
  const pdf = await getDocument({ data, disableFontFace: true, verbosity: 0 }).promise
  parentPort?.postMessage({ pages: pdf.numPages })
  const { paragraphs } = await readPdfText(pdf, longestText)
  parentPort?.postMessage({ paragraphs })
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
