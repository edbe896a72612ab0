import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'

/** A book of 50 MB takes a tenth of a second. */
const longestMs = 20_000
const heapMegabytes = 256
/** Unpacked streams lie outside the heap: a file of 4 MB can ask for 4 GB. */
const mostBytes = 512 * 1024 * 1024
const checkEveryMs = 50

/** One at a time, since each may use the whole memory limit. */
const inTurn = pLimit(1)

/**
 * Reads a file in a thread with limits on time and memory, which a malicious file meets alone. Resolves to what the thread
 * posted until it ended; later messages add their fields.
 */
export function runThread<Result extends object>(
  thread: URL,
  data: unknown,
): Promise<Partial<Result>> {
  return inTurn(() => startThread(thread, data))
}

function startThread<Result extends object>(url: URL, data: unknown): Promise<Partial<Result>> {
  return new Promise((resolve) => {
    const before = process.memoryUsage.rss()
    const start = performance.now()
    const thread = new Worker(url, {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
      execArgv: [],
      env: {},
      stdout: true,
      stderr: true,
    })
    const result: Partial<Result> = {}
    const watch = setInterval(() => {
      const isTooMuch = process.memoryUsage.rss() - before > mostBytes
      if (isTooMuch || performance.now() - start > longestMs) void thread.terminate()
    }, checkEveryMs)
    thread.on('message', (message: Partial<Result>) => Object.assign(result, message))
    // The exit event follows.
    thread.once('error', () => {})
    thread.once('exit', () => {
      clearInterval(watch)
      resolve(result)
    })
  })
}
