// Runs in a thread of its own (read-pdf-text.ts).
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { getDocument } from 'unpdf/pdfjs'
import { pdfChapters } from './pdf-chapters.mjs'
import { readPdfText } from './pdf-text.mjs'

const { path, longest } = workerData
const { buffer, byteOffset, length } = readFileSync(path)
const data = new Uint8Array(buffer, byteOffset, length)
const pdf = await getDocument({ data, disableFontFace: true, verbosity: 0 }).promise
const { paragraphs, isWhole } = await readPdfText(pdf, longest)
if (!isWhole) parentPort?.postMessage({ fault: 'tooLong' })
else if (paragraphs.length === 0) parentPort?.postMessage({ fault: 'scan' })
else parentPort?.postMessage({ chapters: pdfChapters(paragraphs) })
// pdf.js would keep the thread open.
process.exit()
