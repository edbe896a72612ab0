// Runs in a thread of its own (read-epub.ts).
import { parentPort, workerData } from 'node:worker_threads'
import { readEpubFile } from './epub-file.mjs'
import { EpubFault } from './epub-rules.mjs'

try {
  parentPort?.postMessage({ sample: await readEpubFile(workerData) })
} catch (error) {
  if (!(error instanceof EpubFault)) throw error
  parentPort?.postMessage({ fault: error.fault, place: error.place })
}
