import { open } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import { apiError } from '#contract/errors.ts'

/** A book of 50 MB takes a tenth of a second. */
const longestMs = 20_000
const heapMegabytes = 256
/** Unpacked streams lie outside the heap: a file of 4 MB can ask for 4 GB. */
const mostBytes = 512 * 1024 * 1024
const checkEveryMs = 50

/** The header must be within these (PDF 1.7, annex H.3.4.1). */
const headBytes = 1024

/** One at a time, since each may use the whole memory limit. */
const limitReading = pLimit(1)

type Counted = { pages: number } | { isLocked: boolean } | undefined

/** Reads the file in a thread with limits on time and memory, which a malicious file meets alone. */
export async function countPages(path: string): Promise<number> {
  const counted = (await beginsAsPdf(path))
    ? await limitReading(() => countInThread(path))
    : undefined
  if (counted && 'isLocked' in counted && counted.isLocked) throw apiError('lockedPdf')
  if (!counted || !('pages' in counted) || counted.pages < 1) throw apiError('notAPdf')
  return counted.pages
}

async function beginsAsPdf(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return buffer.toString('latin1', 0, bytesRead).includes('%PDF-')
  } finally {
    await file.close()
  }
}

function countInThread(path: string): Promise<Counted> {
  return new Promise((resolve) => {
    const before = process.memoryUsage.rss()
    const start = performance.now()
    const thread = new Worker(new URL('./count-pages.mjs', import.meta.url), {
      workerData: path,
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
      execArgv: [],
      env: {},
      stdout: true,
      stderr: true,
    })
    let counted: Counted
    const watch = setInterval(() => {
      const isTooMuch = process.memoryUsage.rss() - before > mostBytes
      if (isTooMuch || performance.now() - start > longestMs) void thread.terminate()
    }, checkEveryMs)
    thread.once('message', (message: Counted) => {
      counted = message
      void thread.terminate()
    })
    // The exit event follows.
    thread.once('error', () => {})
    thread.once('exit', () => {
      clearInterval(watch)
      resolve(counted)
    })
  })
}
