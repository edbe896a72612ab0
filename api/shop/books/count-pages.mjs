// Runs in a thread of its own (read-pdf.ts).
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { getDocument } from 'unpdf/pdfjs'

try {
  const { buffer, byteOffset, length } = readFileSync(workerData)
  const opened = getDocument({
    data: new Uint8Array(buffer, byteOffset, length),
    disableFontFace: true,
    verbosity: 0,
  })
  parentPort.postMessage({ pages: (await opened.promise).numPages })
} catch (error) {
  parentPort.postMessage({ isLocked: error.name === 'PasswordException' })
}
