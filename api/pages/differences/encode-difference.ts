import type { Logger } from 'pino'
import { Piscina } from 'piscina'

/** Resolves to a Zstandard frame of the page with the other page as raw dictionary; undefined while that is impossible. */
export type EncodeDifference = (page: Buffer, dictionary: Buffer) => Promise<Buffer | undefined>

/** The threads start at once, since a reader waits ten milliseconds at most. */
export function zstdEncoder(
  log: Logger,
  file = new URL('./zstd-thread.mjs', import.meta.url),
): { encode: EncodeDifference; stop(): Promise<void> } {
  const threads = new Piscina({ filename: file.href, minThreads: 1, maxThreads: 1, maxQueue: 64 })
  let isBroken = false
  const giveUp = (error: unknown) => {
    if (isBroken) return
    isBroken = true
    log.warn({ err: error }, 'page differences failed, pages are sent whole until the next start')
    // This also rejects what is in the queue.
    void threads.destroy().catch(() => {})
  }
  threads.on('error', giveUp)
  return {
    async encode(page, dictionary) {
      if (isBroken || threads.queueSize >= threads.options.maxQueue) return undefined
      try {
        return Buffer.from(await threads.run({ page, dictionary }, { name: 'encode' }))
      } catch (error) {
        giveUp(error)
        return undefined
      }
    },
    async stop() {
      isBroken = true
      await threads.destroy()
    },
  }
}
