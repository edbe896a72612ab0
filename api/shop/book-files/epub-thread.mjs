// Runs in a thread of its own (read-epub.ts).
import { parentPort, workerData } from 'node:worker_threads'
import { readEpubFile } from './epub-file.mjs'
import { EpubFault } from './epub-rules.mjs'

try {
  // The sample goes first: a text that takes too long ends the thread.
  const { text } = await readEpubFile(workerData, (sample) => parentPort?.postMessage({ sample }))
  parentPort?.postMessage({ text })
} catch (error) {
  if (!(error instanceof EpubFault)) throw error
  parentPort?.postMessage({ fault: error.fault, place: error.place })
}
