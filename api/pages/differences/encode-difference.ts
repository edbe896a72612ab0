import type { Logger } from 'pino'
import { Piscina } from 'piscina'

/** Resolves to a Zstandard frame of the page with the other page as raw dictionary; undefined while that is impossible. */
export type EncodeDifference = (page: Buffer, dictionary: Buffer) => Promise<Buffer | undefined>

/**
 * The thread starts at once, since a reader waits ten milliseconds at most. It holds 15 to 40 MB, and ends once nobody has
 * needed it for `idleMs`; call `wake` when somebody may soon.
 */
export function zstdEncoder(
  log: Logger,
  file = new URL('./zstd-thread.mjs', import.meta.url),
  idleMs = 5 * 60_000,
) {
  const threads = new Piscina({
    filename: file.href,
    minThreads: 0,
    maxThreads: 1,
    maxQueue: 64,
    idleTimeout: idleMs,
    // With atomics, a task posted while the last answer is read makes Piscina forget that the thread is idle.
    atomics: 'disabled',
  })
  let isBroken = false
  const giveUp = (error: unknown) => {
    if (isBroken) return
    isBroken = true
    log.warn({ err: error }, 'page differences failed, pages are sent whole until the next start')
    // This also rejects what is in the queue.
    void threads.destroy().catch(() => {})
  }
  threads.on('error', giveUp)
  const encode: EncodeDifference = async (page, dictionary) => {
    if (isBroken || threads.queueSize >= threads.options.maxQueue) return undefined
    try {
      return Buffer.from(await threads.run({ page, dictionary }, { name: 'encode' }))
    } catch (error) {
      giveUp(error)
      return undefined
    }
  }
  const isAwake = () => threads.threads.length > 0
  const wake = () => {
    if (!isAwake()) void encode(Buffer.from(' '), Buffer.from(' '))
  }
  wake()
  return {
    encode,
    wake,
    isAwake,
    async stop() {
      isBroken = true
      await threads.destroy()
    },
  }
}
